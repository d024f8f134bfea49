import type { ComponentType } from 'react'
import type { PageName } from '#contract/pages.ts'
import { findLostStyles } from '#web/app/lost-styles.ts'
import { readParams, readSearch } from '#web/app/page-params.ts'
import { servedPage } from '#web/app/served-page.ts'
import { readToken } from '#web/auth/token.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { NamedQueries, PageModule, PageQuery } from '#web/page-module.ts'
import { pageModules } from '#web/routes.ts'

/** What the server drew the first page from; used once, so that the page does not ask for it again. */
let served = servedPage

/** Data that arrives this soon is waited for: a page without a flash of its skeleton. */
const patienceMs = 60

/** The same on a page that the server has drawn: that is shown meanwhile, and its links work. */
const drawnPatienceMs = 10_000

/** A list that grows page by page is kept in another shape. */
const begin = (query: PageQuery) =>
  'initialPageParam' in query ? queryClient.prefetchInfiniteQuery(query) : queryClient.prefetchQuery(query)

/** Puts a response where its query would have put it. */
const keep = (query: PageQuery, response: unknown) =>
  queryClient.setQueryData(
    query.queryKey,
    'initialPageParam' in query ? { pages: [response], pageParams: [query.initialPageParam] } : response,
  )

const isLoaded = ({ queryKey }: PageQuery) => queryClient.getQueryData(queryKey) !== undefined

const beginQueries = async ({ others = [], ...named }: NamedQueries, isHere: boolean) => {
  const drawn = Object.entries(served?.path === location.pathname ? served.answers : {}).flatMap(([name, response]) => {
    const query = (named as Record<string, PageQuery | undefined>)[name]
    return query ? [{ query, response }] : []
  })
  // a guest's response does not have what somebody else may see and do
  if (!readToken()) for (const { query, response } of drawn) keep(query, response)
  served = null
  const queries = [...Object.values<PageQuery>(named), ...others]
  const all = Promise.all(queries.filter((query) => !(isHere && isLoaded(query))).map(begin))
  const patience = drawn.length > 0 ? drawnPatienceMs : patienceMs
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** The bundles that have loaded, as in `loadOnce`. */
const loaded: { [Name in PageName]?: PageModule<Name> } = {}

const loadModule = async <Name extends PageName>(name: Name): Promise<PageModule<Name>> => {
  const module = loaded[name] ?? (await pageModules[name]())
  Object.assign(loaded, { [name]: module })
  return module
}

/** A page that is being gone to. */
interface Going {
  params: object
  search: object
  path: string
  /** Somebody merely points at a link to it. */
  preload: boolean
}

/** Loads the screen of a page, and begins its queries as soon as the bundle says which. */
export const loadPage = async <Name extends PageName>(name: Name, going: Going): Promise<ComponentType> => {
  const [{ default: Screen, load }] = await Promise.all([loadModule(name), findLostStyles()])
  // pointing at a tab of the page that is open loads what that one lacks, and nothing that is shown
  const isHere = going.preload && going.path === location.pathname
  const queries = load?.(readParams(name, going.params), readSearch(name, going.search), going.path)
  await beginQueries((Array.isArray(queries) ? { others: queries } : queries) ?? {}, isHere)
  return Screen
}
