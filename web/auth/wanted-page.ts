import { hourMs } from '#contract/durations.ts'
import { matchPage, type PageName, pages } from '#contract/pages.ts'

const key = 'wanted_page'

/** For how long the page is remembered, in milliseconds: who signs in much later has come for something else. */
const lifeMs = hourMs

/** Pages for signed-in people, and those where a guest needs an account to apply or to comment. */
const isWanted = (name: PageName) =>
  pages[name].access === 'user' || name === 'programs.show' || name === 'projects.show'

/** The same address when it is one of our own pages that a sign-in may lead to, otherwise null. */
const ownAddress = (href: unknown) => {
  if (typeof href !== 'string' || !href.startsWith('/') || !URL.canParse(href, location.origin)) return null
  const { origin, pathname, search, hash } = new URL(href, location.origin)
  const page = matchPage(pathname)
  return origin === location.origin && page && isWanted(page.name) ? pathname + search + hash : null
}

/** Remembers the page that a guest was turned away from. It outlives a reload, and ends with the tab. */
export const keepWantedPage = (href: string) => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ href, at: Date.now() }))
  } catch {
    // a browser that keeps nothing: the sign-in leads to the main page
  }
}

/** The page that the guest wanted; null when there is none. */
export const readWantedPage = (): string | null => {
  try {
    const { href, at } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return Date.now() - at < lifeMs ? ownAddress(href) : null
  } catch {
    return null
  }
}

/** Forgets the page that was wanted. */
export const forgetWantedPage = () => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept either
  }
}

/** Where to go after the sign-in: the page that was wanted, once, or the main page. */
export const takeWantedPage = () => {
  const href = readWantedPage() ?? '/'
  forgetWantedPage()
  return href
}
