import type { UseQueryResult } from '@tanstack/react-query'

/** What is known of a query. */
export type Asked<Data> = Pick<UseQueryResult<Data>, 'data' | 'errorUpdateCount'>

/**
 * Whether a query is being loaded for the first time. One that has failed is pending again whenever something that uses it
 * is drawn: an outline shown for as long as it is pending would be drawn and removed without end.
 */
export const isFirstLoad = (query: Asked<unknown>) => query.data === undefined && query.errorUpdateCount === 0

/** Whether a query could not be loaded, also while that is tried again: what says so stays in its place. */
export const hasFailed = (query: Asked<unknown>) => query.data === undefined && query.errorUpdateCount > 0
