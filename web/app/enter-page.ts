import { notFound, redirect } from '@tanstack/react-router'
import { matchPage, type Page, type PageName, pages } from '#contract/pages.ts'
import { findLostStyles } from '#web/app/lost-styles.ts'
import { noteFocus } from '#web/app/page-focus.ts'
import type { PageSearch } from '#web/app/page-params.ts'
import { queryClient } from '#web/app/query-client.ts'
import { servedPage } from '#web/app/served-page.ts'
import { loadUser, tellUserFailure, type UserLoad } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { keepWantedPage } from '#web/auth/wanted-page.ts'
import { type PageModule, type PageQuery, pageModules } from '#web/routes.ts'

/** The server did not say who is signed in, which the page depends on; `cause` is the failure. */
export class UserUnknown extends Error {}

const modules = new Map<PageName, PageModule>()

/** The bundle of a page that has been entered. */
export const enteredModule = (name: PageName) => modules.get(name) as PageModule

/** What the server drew the first page from; used once, so that the page does not ask for it again. */
let served = servedPage

const loadModule = async (name: PageName) => {
  const [module] = await Promise.all([pageModules[name](), findLostStyles()])
  modules.set(name, module)
  return module
}

/** Data that comes this soon is waited for: a page without a flash of its skeleton. */
const patience = 60

/** A list that grows page by page is kept in another shape. */
const begin = (query: PageQuery) =>
  'initialPageParam' in query ? queryClient.prefetchInfiniteQuery(query) : queryClient.prefetchQuery(query)

/** Puts an answer where its query would have put it. */
const keep = (query: PageQuery, answer: unknown) =>
  queryClient.setQueryData(
    query.queryKey,
    'initialPageParam' in query ? { pages: [answer], pageParams: [query.initialPageParam] } : answer,
  )

const beginQueries = async (module: Promise<PageModule>, params: Record<string, string>, search: PageSearch) => {
  const queries = (await module).load?.(params, search) ?? []
  // a guest's answer says nothing of what somebody else may see and do
  if (served?.path === location.pathname && !readToken()) {
    const answers = [served.data, ...(served.more ?? [])]
    for (const [at, answer] of answers.entries()) if (queries[at]) keep(queries[at], answer)
  }
  served = null
  const all = Promise.all(queries.map(begin))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))])
}

const guard = (page: Page, { user, failure }: UserLoad, { location, preload }: Entering) => {
  if (failure && !user) {
    if (page.access === 'user' || page.personal) throw new UserUnknown('', { cause: failure })
    tellUserFailure(failure)
  }
  if (page.access === 'user' && !user) {
    if (!preload) keepWantedPage(location.href)
    throw redirect({ to: '/' })
  }
  if (page.access === 'guest' && user) throw redirect({ to: '/' })
}

interface Entering {
  location: { pathname: string; href: string }
  params: Record<string, string>
  search: PageSearch
  preload: boolean
}

/**
 * What happens before each navigation to a page: its bundle, its queries and the user are loaded side by side, then
 * people it is not for are sent to the main page. Merely pointing at a link (`preload`) does not ask for the user.
 */
export const enterPage = (name: PageName) => async (entering: Entering) => {
  const { location, params, search, preload } = entering
  const page: Page = pages[name]
  if (!preload) noteFocus()
  if (matchPage(location.pathname)?.name !== name) throw notFound()
  if (page.access === 'user' && !readToken()) guard(page, await loadUser(), entering)
  const user = preload ? null : loadUser()
  const module = loadModule(name)
  const data = beginQueries(module, params, search)
  data.catch(() => {})
  if (user) guard(page, await user, entering)
  await data
}
