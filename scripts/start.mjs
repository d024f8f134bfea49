import { build } from './build.mjs'
import { install } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { main, node, root } from './project.mjs'

/** `npm start`: from a fresh clone to a running site, which is started again when it dies. */
await main(async () => {
  await install()
  await build()
  return await keepRunning(node, ['server/main.ts'], { cwd: root })
})
