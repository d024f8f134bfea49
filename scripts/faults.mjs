import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, node, root, run } from './project.mjs'
import { ensureTestPrograms } from './test-programs.mjs'

/**
 * `npm run faults`: the long version of `server/faults`: 50 kills under load, a database that is gone for 30 seconds, a
 * disk that is full. `npm test` runs each of them briefly. `-- kill` runs those files alone whose names contain it.
 */
await main(async () => {
  await install()
  await ensureTestPrograms()
  await build()
  const files = process.argv.slice(2).map((part) => `server/faults/${part}`)
  const options = ['run', '--maxWorkers=1', ...(files.length ? files : ['server/faults/'])]
  return await run(node, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...options], {
    env: { ...process.env, FAULTS: 'long' },
  })
})
