import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Minifies the script that every document runs first: it is a file of its own, so the build only copies it. */
export const leanScripts = (): Plugin => ({
  name: 'lean-scripts',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle: async ({ dir }) => {
    const path = join(dir as string, 'before-paint.js')
    const { code } = await minify(path, await readFile(path, 'utf8'))
    await writeFile(path, code)
  },
})
