import type { UseQueryResult } from '@tanstack/react-query'

/** What is known of a query. */
export type Asked<Data> = Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'errorUpdateCount'>

/**
 * Whether a query is being loaded for the first time. One that has failed is pending again whenever something that uses it
 * is drawn: an outline shown for as long as it is pending would be drawn and removed without end.
 */
export const isFirstLoad = ({ isPending, errorUpdateCount }: Asked<unknown>) => isPending && errorUpdateCount === 0
