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

/** A browser that has died has none. */
const keepPicture = async (page: Page, path: string) => {
  try {
    await writeFile(path, await page.capture())
    console.log(`  ${path}`)
  } catch (error) {
    console.error(error)
  }
}

/** Plays the loop in one browser; returns what went wrong. */
const play = async (engine: Engine, site: string, db: Db): Promise<string[]> => {
  const pages: [string, Page][] = []
  const failures: string[] = []
  let doing = 'start'
  const browser = await engine.start()
  running.add(browser.close)
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
    for (const [who, page] of pages) await keepPicture(page, join(folder, `${engine.name}-${who}.png`))
  }
  for (const [who, page] of pages) {
    const problems = await page.problems().catch((error) => [String(error)])
    failures.push(...problems.map((problem) => `${who}: ${problem}`))
  }
  running.delete(browser.close)
  await browser.close()
  return failures
}

/** What runs beside us, and how it is ended. */
const running = new Set<() => Promise<unknown>>()
const endAll = async () => {
  for (const end of [...running].toReversed()) await end()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)))

const chosen = process.argv.slice(2)
const engines = [firefox, webkit].filter(({ name }) => !chosen.length || chosen.includes(name.toLowerCase()))
if (engines.length === 0)
  console.log('Бывает: npm run browsers, npm run browsers -- firefox, npm run browsers -- webkit.')
const ready = engines.filter((engine) => missingFor(engine).length === 0)
for (const engine of engines)
  if (!ready.includes(engine))
    console.log(`${engine.name}: не проверен. Установите: sudo apt-get install -y ${missingFor(engine).join(' ')}`)

const playAll = async () => {
  const site = await startOwnSite()
  running.add(site.stop)
  const { db, close } = await joinConfiguredDatabase(readConfig({ ...process.env, DATA_DIR: site.folder }))
  running.add(close)
  let hasFailed = false
  for (const engine of ready) {
    const failures = await play(engine, site.url, db)
    for (const failure of failures) console.log(`  ✗ ${failure}`)
    hasFailed ||= failures.length > 0
  }
  return hasFailed
}

try {
  // the exit code alone shows whether the product failed (1), or a browser was not there (2)
  const hasFailed = ready.length > 0 && (await playAll())
  process.exitCode = hasFailed ? 1 : ready.length < engines.length || engines.length === 0 ? 2 : 0
} finally {
  await endAll()
}
