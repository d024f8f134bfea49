import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vite'

/** A module that runs in a worker is named by its address, and is an entry of its own. */
const workerAddress = /module: new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

const workerModules = globSync('server/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(workerAddress)].map(([, name]) => file.replace(/[\w.-]+$/, `${name}.ts`)),
)

/**
 * The server in a few files of JavaScript, all in one folder. Node reads the sources as they are, too, and does so in
 * development; but each of some thousand modules costs time and memory, drizzle-orm's alone 100 MB.
 */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'worker-addresses',
      enforce: 'pre',
      transform: {
        filter: { code: 'module: new URL(' },
        handler: (code) => code.replace(workerAddress, "module: new URL('./$1.js', import.meta.url)"),
      },
    },
  ],
  ssr: { target: 'node', noExternal: ['drizzle-orm', 'zod'] },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      // what is installed has no demo school (ops/left-out.gitattributes)
      external: existsSync('demo') ? [] : [/^#demo\//],
      input: Object.fromEntries(['server/main.ts', ...workerModules].map((file) => [basename(file, '.ts'), file])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
