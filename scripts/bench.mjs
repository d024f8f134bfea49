import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { main, node, root, run } from './project.mjs'

/**
 * `npm run bench`: measures the running site, see bench/bench.ts. `-- calls` measures that part alone, `-- --save`
 * keeps the tables of a whole measurement in bench/RESULTS.md. `-- --lighthouse` runs Lighthouse on the public pages
 * instead, and keeps its results in bench/LIGHTHOUSE.md.
 */
await main(async () => {
  await install()
  const browser = await ensureChromium({ isWhole: true })
  // a site that runs elsewhere brings its own build
  if (!process.env.BENCH_URL) await build()
  const measured = process.argv.includes('--lighthouse') ? 'lighthouse.ts' : 'bench.ts'
  // see server/testing/prepared-folder.ts
  const prepared = mkdtempSync(join(tmpdir(), 'praktika-bench-sites-'))
  const env = { ...process.env, PREPARED_SITES: prepared, ...(browser && { CHROMIUM_PATH: browser }) }
  // after a signal, too
  process.on('exit', () => rmSync(prepared, { recursive: true, force: true }))
  return await run(node, [join(root, 'bench', measured), ...process.argv.slice(2)], { env })
})
