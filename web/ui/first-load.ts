import type { UseQueryResult } from '@tanstack/react-query'

/** The part of a query that says whether it has loaded. */
export type QueryState<Data> = Pick<UseQueryResult<Data>, 'data' | 'errorUpdateCount'>

/**
 * Whether a query is being loaded for the first time. One that has failed is pending again whenever something that uses
 * it is drawn: an outline shown for as long as it is pending would be drawn and removed without end.
 */
export const isFirstLoad = (query: QueryState<unknown>) => query.data === undefined && query.errorUpdateCount === 0

/** Whether a query could not be loaded, also while that is tried again: what says so stays in its place. */
export const hasFailed = (query: QueryState<unknown>) => query.data === undefined && query.errorUpdateCount > 0
