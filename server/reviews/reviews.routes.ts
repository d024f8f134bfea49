import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { canExcuseTask } from '#contract/tasks/tasks.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findVisibleCourse } from '#server/courses/course-access.ts'
import type { Deps } from '#server/deps.ts'
import { authorize } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { actOnMany, undoMany } from '#server/reviews/act-on-many.ts'
import { answerRemark } from '#server/reviews/answer-remark.ts'
import { assignTasks } from '#server/reviews/assign-tasks.ts'
import { releaseLease, takeLease } from '#server/reviews/lease-task.ts'
import { excuseTask, reopenTask } from '#server/reviews/reopen-task.ts'
import { reviewTask } from '#server/reviews/review-task.ts'
import { countUnassigned, listReviewers } from '#server/reviews/reviewers.repo.ts'
import { shareOut } from '#server/reviews/share-out.ts'
import { undoReview } from '#server/reviews/undo-review.ts'
import { loadTask } from '#server/tasks/present-task.ts'
import { findOwnTask, findReviewableTask, findVisibleTask } from '#server/tasks/task-access.ts'
import type { TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

export const reviewsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const bodyOf = async (actor: Actor, { task }: TaskWithFacts) => ({ task: await loadTask(db, actor, task.id) })

  route(app, reviewsApi.lease, async ({ params, actor, body }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    return { lease: await takeLease(db, actor, task.id, body().take_over ?? false) }
  })

  route(app, reviewsApi.release, async ({ params, actor }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    await releaseLease(db, actor, task.id)
  })

  route(app, reviewsApi.review, async ({ params, actor, body }) => {
    const task = await findReviewableTask(db, actor, params.id)
    await reviewTask(db, actor, task.task.id, body())
    return bodyOf(actor, task)
  })

  route(app, reviewsApi.undo, async ({ params, actor }) => {
    const task = await findReviewableTask(db, actor, params.id)
    await undoReview(db, actor, task.task.id)
    return bodyOf(actor, task)
  })

  route(app, reviewsApi.answerRemark, async ({ params, actor, body }) => {
    const task = await findOwnTask(db, actor, params.id)
    await answerRemark(db, task.task.id, params.remark_id, body())
    return bodyOf(actor, task)
  })

  route(app, reviewsApi.reopen, async ({ params, actor, body }) => {
    const task = await findReviewableTask(db, actor, params.id)
    await reopenTask(db, actor, task.task.id, body().reason)
    return bodyOf(actor, task)
  })

  route(app, reviewsApi.excuse, async ({ params, actor, body }) => {
    const task = await findVisibleTask(db, actor, params.id)
    authorize(canExcuseTask(actor, task))
    await excuseTask(db, actor, task.task.id, body().reason)
    return bodyOf(actor, task)
  })

  route(app, reviewsApi.bulk, ({ actor, body }) => actOnMany(db, actor, body()))

  route(app, reviewsApi.undoBulk, ({ params, actor }) => undoMany(db, actor, params.id))

  route(app, reviewsApi.assign, ({ actor, body }) => {
    const { task_ids, user_id } = body()
    return assignTasks(db, actor, task_ids, user_id)
  })

  /** A course whose tasks the actor reviews. */
  const findOwnCourse = async (actor: Actor, id: number) => {
    const course = await findVisibleCourse(db, actor, id)
    authorize(isCourseStaff(actor, course))
    return course
  }

  route(app, reviewsApi.reviewers, async ({ params, actor }) => {
    const { id } = await findOwnCourse(actor, params.id)
    const [rows, unassigned] = await Promise.all([listReviewers(db, id), countUnassigned(db, id)])
    return { reviewers: rows.map(({ person, ...load }) => ({ user: presentPerson(person), ...load })), unassigned }
  })

  route(app, reviewsApi.shareOut, async ({ params, actor, body }) => {
    const { id } = await findOwnCourse(actor, params.id)
    return { given: await shareOut(db, actor, id, body().user_ids) }
  })
}
