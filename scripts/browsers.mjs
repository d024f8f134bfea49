import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, node, root, run } from './project.mjs'

/**
 * `npm run browsers`: plays the review loop once in Debian's Firefox and once in its WebKit, see e2e/browsers.
 * `-- firefox` and `-- webkit` play one of them. Ends with 1 if something failed, and with 2 if a browser was not
 * there.
 */
await main(async () => {
  await install()
  await build()
  return await run(node, [join(root, 'e2e', 'browsers', 'browsers.ts'), ...process.argv.slice(2)])
})
