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
import type { BuiltFrom } from '#server/db/kept.ts'
import type { Deps } from '#server/deps.ts'

/** The data of a served page; `isComplete` is false when something has failed that the next one need not repeat. */
export type LoadedPage<Answers extends object> = ServedPage<Answers> & { isComplete?: boolean }

/**
 * Loads what a served page is drawn from, and changes nothing; null when there is no such thing. `query` is what
 * follows `?` in the address, `school` the settings of the school, loaded once for a whole document.
 */
export type ServedPageLoader<Name extends ServedPageName> = (
  deps: Deps,
  params: PageParams<Name>,
  query: Record<string, string>,
  school: Promise<SchoolSettings>,
) => Promise<LoadedPage<ServedAnswers<Name>> | null>

interface Options<Name extends ServedPageName> {
  /**
   * Keeps the document until one of these parts of the database changes: everything that the loader reads, beside the
   * settings of the school. See `readsFrom` of `route`.
   */
  readsFrom?: (params: PageParams<Name>) => BuiltFrom
}

interface Mounted<Name extends ServedPageName> extends Options<Name> {
  load: ServedPageLoader<Name>
}

type ServedPages = { [Name in ServedPageName]?: Mounted<Name> }

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages that reach the reader as complete HTML. */
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
  options: Options<Name> = {},
) => {
  const mounted: { [Same in Name]?: Mounted<Same> } = app.servedPages
  mounted[name] = { load, ...options }
}

interface Asked<Name extends ServedPageName> {
  name: Name
  params: PageParams<Name>
}

/**
 * What the served page of an address is drawn from, by the replica where there is one; null when there is no such
 * thing.
 */
export const loadServedPage = async <Name extends ServedPageName>(
  { servedPages }: FastifyInstance,
  deps: Deps,
  { name, params }: Asked<Name>,
  query: Record<string, string>,
  school: Promise<SchoolSettings>,
) => (await deps.read(async (db) => servedPages[name]?.load({ ...deps, db }, params, query, school))) ?? null

/** What the document of an address is built from; null when it is not kept. */
export const sourcesOf = <Name extends ServedPageName>(
  { servedPages }: FastifyInstance,
  { name, params }: Asked<Name>,
) => servedPages[name]?.readsFrom?.(params) ?? null
