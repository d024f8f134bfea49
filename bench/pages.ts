import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { type Noted, noteFirstPaint } from './first-paint.ts'
import { type Exchange, type Kind, longestChain, watchTraffic } from './traffic.ts'

/** A page to measure. */
export interface PageToLoad {
  path: string
  /** Null for a guest. */
  token: string | null
  /** Max bytes and requests of the whole first load. */
  aim: { bytes: number; requests: number }
}

/** The cost of its first load. */
export interface PageResult {
  path: string
  aim: PageToLoad['aim']
  requests: number
  bytes: Record<Kind, number>
  total: number
  /** In milliseconds, the median of several loads; null when the page never showed a heading. */
  content: number | null
  lcp: number | null
  /** API calls each of which waited for the previous one. */
  chain: string[]
  /** Requests with an error response, or without any. */
  failures: string[]
  /** Other problems: errors of scripts, no heading. */
  problems: string[]
}

/** How often each page is loaded, each time with a cold cache. */
const loads = 3
/** How long the browser is left alone before a load, in milliseconds. */
const restMs = 400
/** How long a page is left alone after it has loaded, in milliseconds. */
const settleMs = 1500
/** How long a page may take to show its heading, in milliseconds. */
const headingTimeoutMs = 20_000
/** How long API calls are delayed when looking for chains, in milliseconds: longer than a bundle takes to load. */
const holdMs = 1500

const median = (numbers: (number | undefined)[]) => {
  const sorted = numbers.filter((number) => number !== undefined).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** One load in a browser that has never seen the site. */
const load = async (browser: Browser, site: string, { path, token }: PageToLoad, held: boolean) => {
  const localStorage = token ? [{ name: 'access_token', value: token }] : []
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: new URL(site).origin, localStorage }] },
  })
  try {
    const page = await context.newPage()
    // a new window loads its own parts for a while; visitors of the site have had theirs open
    await sleep(restMs)
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.addInitScript(noteFirstPaint)
    if (held) {
      await page.route(/\/api\//, async (route) => {
        await sleep(holdMs)
        await route.continue().catch(() => {})
      })
    }
    const exchanges = await watchTraffic(await context.newCDPSession(page), site)
    await page
      .goto(site + path, { waitUntil: 'load', timeout: headingTimeoutMs })
      .catch(({ message }) => problems.push(message))
    // looking for it injects a script, which takes as long as a part of the page: not before it can be there
    await sleep(settleMs)
    const heading = page.locator('h1:visible').first()
    await heading.waitFor({ timeout: headingTimeoutMs }).catch(() => problems.push('no heading was shown'))
    // the page's late requests belong to it, too
    await page.waitForLoadState('networkidle', { timeout: headingTimeoutMs }).catch(() => {})
    const noted = (await page.evaluate('noted').catch(() => ({}))) as Noted
    return { exchanges: [...exchanges.values()], noted, problems }
  } finally {
    await context.close()
  }
}

const failuresOf = (exchanges: Exchange[]) =>
  exchanges
    .filter(({ status = 0, failure }) => failure || status >= 400)
    .map(({ path, status, failure }) => `${path}: ${failure ?? status}`)

/** Loads a page several times, and then again with its API calls delayed. */
export const measurePage = async (browser: Browser, site: string, page: PageToLoad): Promise<PageResult> => {
  const results = []
  for (let index = 0; index < loads; index += 1) results.push(await load(browser, site, page, false))
  const slow = await load(browser, site, page, true)
  const exchanges = results[0]?.exchanges ?? []
  const bytes: Record<Kind, number> = { document: 0, script: 0, style: 0, font: 0, image: 0, api: 0, other: 0 }
  for (const { kind, bytes: count } of exchanges) bytes[kind] += count
  const all = [...results, slow]
  return {
    path: page.path,
    aim: page.aim,
    requests: exchanges.length,
    bytes,
    total: Object.values(bytes).reduce((sum, count) => sum + count, 0),
    content: median(results.map(({ noted }) => noted.content)),
    lcp: median(results.map(({ noted }) => noted.lcp)),
    chain: longestChain(slow.exchanges),
    failures: [...new Set(all.flatMap((one) => failuresOf(one.exchanges)))],
    problems: [...new Set(all.flatMap((one) => one.problems))],
  }
}
