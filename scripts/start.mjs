import { join } from 'node:path'
import { builtServer, keepFolders } from './build.mjs'
import { keepRunning } from './keep-running.mjs'
import { main, node, root, run } from './project.mjs'

/** How often the build that runs is marked as in use, in milliseconds; one without a mark for an hour may be deleted. */
const keepingMs = 5 * 60_000

/** `npm start`: from a fresh clone to a running site, which is started again when it dies. */
await main(async () => {
  const code = await run(process.execPath, [join(root, 'scripts', 'prepare.mjs')])
  if (code !== 0) return code
  let running = []
  setInterval(() => void keepFolders(running), keepingMs).unref()
  return await keepRunning(async () => {
    const { args, env, folders } = await builtServer()
    running = folders
    await keepFolders(running)
    return { program: node, args, options: { cwd: root, env: { ...env, ...process.env } } }
  })
})
