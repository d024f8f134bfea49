import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { call } from '#web/app/call.ts'
import { staleWorks } from '#web/reviews/queue/bulk-undo.ts'

/** How many works each teacher of a course has. */
export const reviewersQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['courses', courseId, 'reviewers'],
    queryFn: ({ signal }) => call(reviewsApi.reviewers, { params: { id: courseId } }, signal),
  })

/** Gives works to a teacher, or takes them from everybody. */
export const useGiveWorks = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { task_ids: number[]; user_id: number | null }) => call(reviewsApi.assign, { body }),
    onSuccess: () => staleWorks(client),
  })
}

/** Shares the waiting works of a course that nobody has evenly over teachers. */
export const useShareOut = (courseId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user_ids: number[]) => call(reviewsApi.shareOut, { params: { id: courseId }, body: { user_ids } }),
    onSuccess: () => staleWorks(client),
  })
}
