import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** A context between two stories. Its page keeps the process alive that has compiled the app's scripts. */
interface KeptContext {
  context: BrowserContext
  /** Shows a file of the site that has no scripts. */
  page: Page
}

/** By their options; a story may have several devices. */
const idle = new Map<string, KeptContext[]>()
const pages = new WeakMap<BrowserContext, Page>()

/** Contexts that are not as their options say any more: they are closed with their story. */
const changed = new WeakSet<BrowserContext>()
const changes = [
  'addInitScript',
  'clearPermissions',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const clockChanges = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

const open = async (browser: Browser, options: BrowserContextOptions): Promise<KeptContext> => {
  const context = await browser.newContext(options)
  const watch = <T extends object>(target: T, name: keyof T & string) => {
    const change = (target[name] as (...values: never[]) => unknown).bind(target)
    Object.assign(target, {
      [name]: (...values: never[]) => {
        changed.add(context)
        return change(...values)
      },
    })
  }
  for (const name of changes) watch(context, name)
  // a page's clock is its context's, and stays installed for all later pages
  for (const name of clockChanges) watch(context.clock, name)
  const page = await context.newPage()
  await page.goto('/build/favicon.svg')
  pages.set(context, page)
  return { context, page }
}

/** Leaves nothing of a story but the cache of files: pages, cookies and whatever pages can store. */
const clear = async ({ context, page }: KeptContext) => {
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems,storage_buckets'
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes })
  await session.detach()
}

/** The contexts of one story. `common` are the options that it sets by `test.use`. */
export const contextsOfStory = (browser: Browser, common: readonly unknown[]) => {
  const before = new Set(browser.contexts())
  const lent: { key: string; kept: KeptContext }[] = []

  /**
   * A context of the worker's earlier stories with the same options, or a new one: to start a process and compile the
   * app for each story took a seventh of all their time. It is empty.
   */
  const lend = async (options: BrowserContextOptions = {}) => {
    const key = JSON.stringify([common, options])
    const kept = idle.get(key)?.pop() ?? (await open(browser, options))
    lent.push({ key, kept })
    return kept.context
  }

  /** Keeps what was lent for the next stories if this one has passed, and closes all else that it has opened. */
  const takeBack = async (hasPassed: boolean) => {
    const own = new Set(lent.map(({ kept }) => kept.context))
    const others = browser.contexts().filter((context) => !before.has(context) && !own.has(context))
    await Promise.all(others.map((context) => context.close()))
    for (const { key, kept } of lent) {
      if (hasPassed && !changed.has(kept.context)) {
        await clear(kept)
        idle.set(key, [...(idle.get(key) ?? []), kept])
      } else await kept.context.close()
    }
  }

  return { lend, takeBack }
}

/** A page of the site in the same context, which shows nothing; null when the story has opened the context itself. */
export const quietPage = (page: Page) => pages.get(page.context()) ?? null
