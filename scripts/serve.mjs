import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { builtServer } from './build.mjs'
import { Failure, main, node, root, run } from './project.mjs'

/**
 * Runs the server that was built, and nothing beside it: for systemd and containers, which start it again themselves.
 * Installs and builds nothing, and writes only into DATA_DIR.
 */
await main(async () => {
  if (!existsSync(join(root, 'build', 'current.json')))
    throw new Failure('Сайт не собран. Соберите его командой npm run build.')
  const { args, env } = await builtServer()
  const all = { ...env, ...process.env }
  // the same process becomes the server: no second one rests beside it, and signals go straight to it
  if (process.execve) process.execve(node, [node, ...args], all)
  return await run(node, args, { env: all })
})
