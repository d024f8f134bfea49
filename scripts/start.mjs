import { join } from 'node:path'
import { builtServer } from './build.mjs'
import { keepRunning } from './keep-running.mjs'
import { main, node, root, run } from './project.mjs'

/** `npm start`: from a fresh clone to a running site, which is started again when it dies. */
await main(async () => {
  const code = await run(process.execPath, [join(root, 'scripts', 'prepare.mjs')])
  if (code !== 0) return code
  const { args, env } = await builtServer()
  return await keepRunning(node, args, { cwd: root, env: { ...env, ...process.env } })
})
