import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { joinConfiguredDatabase } from '#server/db/configured.ts'
import type { Db } from '#server/db/database.ts'
import { startOwnSite } from '#server/testing/own-site.ts'
import type { Engine } from './driver.ts'
import { firefox } from './firefox.ts'
import { playLoop } from './loop.ts'
import { Page } from './page.ts'
import { webkit } from './webkit.ts'

/** Where pictures of failures are put. */
const folder = join(import.meta.dirname, '../../test-results/browsers')

const missingFor = ({ programs }: Engine) =>
  programs.filter(({ path }) => !existsSync(path)).map(({ debian }) => debian)

/** Plays the loop in one browser; returns what went wrong. */
const play = async (engine: Engine, site: string, db: Db): Promise<string[]> => {
  const pages: [string, Page][] = []
  const failures: string[] = []
  let doing = 'start'
  const browser = await engine.start()
  console.log(`\n${browser.name}`)
  try {
    await playLoop({
      site,
      db,
      open: async (who) => {
        const page = new Page(await browser.open(), site)
        await page.resize(1280, 800)
        pages.push([who, page])
        return page
      },
      step: async (name, act) => {
        doing = name
        const begun = performance.now()
        await act()
        console.log(`  ✓ ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
      },
    })
  } catch (error) {
    failures.push(`${doing}: ${error instanceof Error ? error.message : error}`)
    await mkdir(folder, { recursive: true })
    for (const [who, page] of pages)
      await writeFile(join(folder, `${engine.name}-${who}.png`), await page.capture()).catch(console.error)
  }
  for (const [who, page] of pages) for (const problem of await page.problems()) failures.push(`${who}: ${problem}`)
  await browser.close()
  return failures
}

const chosen = process.argv.slice(2)
const engines = [firefox, webkit].filter(({ name }) => !chosen.length || chosen.includes(name.toLowerCase()))
const site = await startOwnSite()
const { db, close } = await joinConfiguredDatabase(readConfig({ ...process.env, DATA_DIR: site.folder }))
const [failed, skipped]: [string[], string[]] = [[], []]
try {
  for (const engine of engines) {
    const missing = missingFor(engine)
    if (missing.length) {
      console.log(`\n${engine.name}: не проверен. Установите: sudo apt-get install -y ${missing.join(' ')}`)
      skipped.push(engine.name)
      continue
    }
    const failures = await play(engine, site.url, db)
    for (const failure of failures) console.log(`  ✗ ${failure}`)
    if (failures.length) failed.push(engine.name)
  }
} finally {
  await close()
  await site.stop()
}
// whoever reads only the code learns whether the product failed (1), or a browser was not there (2)
process.exitCode = failed.length ? 1 : skipped.length ? 2 : 0
