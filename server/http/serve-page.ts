import type { FastifyInstance } from 'fastify'
import type { ServedPage } from '#contract/page-head.ts'
import {
  type PageMatch,
  type PageParams,
  pageNames,
  pages,
  type ServedAnswers,
  type ServedPageName,
} from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Deps } from '#server/deps.ts'

/**
 * Loads what a served page is drawn from; null when there is no such thing. `query` is what stands after `?` in the
 * address, `school` the settings of the school, loaded once for a whole document.
 */
export type ServedPageLoader<Name extends ServedPageName> = (
  deps: Deps,
  params: PageParams<Name>,
  query: Record<string, string>,
  school: Promise<SchoolSettings>,
) => Promise<ServedPage<ServedAnswers<Name>> | null>

type ServedPages = { [Name in ServedPageName]?: ServedPageLoader<Name> }

declare module 'fastify' {
  interface FastifyInstance {
    /** The loaders of the pages that reach the reader as complete HTML. */
    servedPages: ServedPages
  }
}

/** A match of a served page. */
export type ServedMatch = Extract<PageMatch, { name: ServedPageName }>

/** Whether the page of an address reaches the reader as complete HTML. */
export const isServed = (match: PageMatch): match is ServedMatch => pages[match.name].served !== null

/** Before the parts of the site mount their pages; the app does not start while one of the table has no loader. */
export const collectServedPages = (app: FastifyInstance) => {
  app.decorate('servedPages', {})
  app.addHook('onReady', async () => {
    const known = Object.keys(app.servedPages)
    const missing = pageNames.filter((name) => pages[name].served && !known.includes(name))
    if (missing.length > 0) throw new Error(`Nothing loads the pages ${missing.join(', ')}`)
  })
}

/** Mounts a page of `contract/pages.ts` that the server draws, as `route` mounts a call. */
export const servePage = <Name extends ServedPageName>(
  app: FastifyInstance,
  name: Name,
  load: ServedPageLoader<Name>,
) => {
  const loaders: { [Same in Name]?: ServedPageLoader<Same> } = app.servedPages
  loaders[name] = load
}

interface Asked<Name extends ServedPageName> {
  name: Name
  params: PageParams<Name>
}

/** What the served page of an address is drawn from; null when there is no such thing. */
export const loadServedPage = async <Name extends ServedPageName>(
  { servedPages }: FastifyInstance,
  deps: Deps,
  { name, params }: Asked<Name>,
  query: Record<string, string>,
  school: Promise<SchoolSettings>,
) => (await servedPages[name]?.(deps, params, query, school)) ?? null
