import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** How many tasks each teacher of a course has. */
export const reviewersQuery = (courseId: number) => q(reviewsApi.reviewers, { params: { id: courseId } })

/** Assigns tasks to a teacher, or to nobody. */
export const useAssignTasks = () => useAct(reviewsApi.assign, (body: BodyOf<typeof reviewsApi.assign>) => ({ body }))

/** Shares the waiting tasks of a course that are not assigned evenly over teachers. */
export const useShareOut = (courseId: number) =>
  useAct(reviewsApi.shareOut, (user_ids: number[]) => ({ params: { id: courseId }, body: { user_ids } }))
