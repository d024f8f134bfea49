import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** What a query shows: its outline, its error with «Повторить», the empty state, or the data. */
export const ListState = <T,>({
  query,
  skeleton = <SkeletonList />,
  isEmpty,
  empty,
  page,
  children,
}: {
  query: UseQueryResult<T>
  skeleton?: ReactNode | undefined
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** The query is what the page is about: «not there» is the 404 screen, or this one. */
  page?: ReactNode
  children: (data: T) => ReactNode
}) => {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} page={page} />
  return skeleton
}
