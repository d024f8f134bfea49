import type { AnyUseInfiniteQueryOptions, AnyUseQueryOptions, QueryKey } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { PageName, PageParams, PageSearch, ServedAnswers, ServedPageName } from '#contract/pages.ts'

/** What a page asks the server for. */
export type PageQuery = (AnyUseQueryOptions | AnyUseInfiniteQueryOptions) & { queryKey: QueryKey }

/** Queries by name, and `others` without one. */
export interface NamedQueries {
  others?: PageQuery[]
}

/** The queries of a page. Those of a served page have the names of the data that the server puts into its document. */
type PageQueries<Name extends PageName> = Name extends ServedPageName
  ? NamedQueries & { [Answer in keyof ServedAnswers<Name>]?: PageQuery }
  : PageQuery[]

/**
 * The queries of a page, begun with the navigation to it, beside its bundle; the page reads them with `useQuery`.
 * `path` is the address that is being gone to.
 */
export type PageLoad<Name extends PageName> = (
  params: PageParams<Name>,
  search: PageSearch<Name>,
  path: string,
) => PageQueries<Name>

/** A page's bundle. */
export interface PageModule<Name extends PageName> {
  default: ComponentType
  load?: PageLoad<Name>
}

/** Draws a served page from the answers to its queries, on the server: without router and queries. */
export type ServedView<Name extends ServedPageName> = (shown: {
  answers: ServedAnswers<Name>
  search: PageSearch<Name>
  /** The name of the school in full, or the site's own. */
  school: string
}) => ReactNode
