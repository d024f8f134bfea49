import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { canExcuseTask, canReviewTask, canSeeTask, isTaskStudent } from '#contract/tasks/tasks.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findLesson } from '#server/lessons/lessons.repo.ts'
import { releaseLease, takeLease } from '#server/tasks/lease-task.ts'
import { loadTask, loadTasks, loadThreadEntry, presentTask } from '#server/tasks/present-task.ts'
import { excuseTask, reopenTask, reviewTask } from '#server/tasks/review-task.ts'
import { saveDraft } from '#server/tasks/save-draft.ts'
import { submitTask, withdrawTask } from '#server/tasks/submit-task.ts'
import {
  deleteLike,
  findTask,
  insertLike,
  insertTask,
  insertThreadEntry,
  type TaskWithFacts,
} from '#server/tasks/tasks.repo.ts'

const studentsOnly = 'Работу пишут и сдают только студенты.'

export const tasksRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) =>
    found(await findTask(db, id), (task) => canSeeTask(actor, task))

  /** An archived course is read-only for its students. */
  const checkArchive = (actor: Actor, task: TaskWithFacts) => {
    if (task.course_status === 'archived' && isTaskStudent(actor, task)) {
      throw new Refusal('wrong-state', { detail: 'Курс в архиве: работы в нём можно только читать.' })
    }
  }

  const findOwn = async (actor: Actor, id: number) => {
    const task = await findVisible(actor, id)
    authorize(isTaskStudent(actor, task), studentsOnly)
    checkArchive(actor, task)
    return task
  }

  const findReviewable = async (actor: Actor, id: number) => {
    const task = await findVisible(actor, id)
    authorize(canReviewTask(actor, task))
    return task
  }

  /** A lesson that asks for a work, for a student who takes its course. */
  const findAssignment = async (actor: Actor, lessonId: number) => {
    const lesson = found(await findLesson(db, lessonId, actor), (lesson) =>
      canSeeLesson(actor, lesson.course, lesson, new Date()),
    )
    authorize(!isCourseStaff(actor, lesson.course), studentsOnly)
    return { lesson, assignment: found(lesson.assignment) }
  }

  const answer = async (actor: Actor, { task }: TaskWithFacts) => ({ task: await loadTask(db, actor, task.id) })

  route(app, tasksApi.list, ({ actor, query: { page, ...filter } }) => loadTasks(db, actor, filter, page))

  route(app, tasksApi.get, async ({ params, actor }) => ({
    task: await presentTask(db, actor, await findVisible(actor, params.id)),
  }))

  route(app, tasksApi.ofLesson, async ({ params, actor }) => {
    const { lesson } = await findAssignment(actor, params.id)
    return { task: lesson.task_id === null ? null : await loadTask(db, actor, lesson.task_id) }
  })

  route(app, tasksApi.start, async ({ params, actor }) => {
    const { lesson, assignment } = await findAssignment(actor, params.id)
    if (lesson.task_id === null && lesson.course.status === 'archived') {
      throw new Refusal('wrong-state', { detail: 'Курс в архиве: новую работу начать нельзя.' })
    }
    const id = found(lesson.task_id ?? (await insertTask(db, assignment.id, actor.id)))
    return { task: await loadTask(db, actor, id) }
  })

  route(app, tasksApi.saveDraft, async ({ params, actor, body }) => {
    const task = await findOwn(actor, params.id)
    await saveDraft(db, actor, task.task.id, body())
    return answer(actor, task)
  })

  route(app, tasksApi.submit, async ({ params, actor, headers }) => {
    const { task } = await findOwn(actor, params.id)
    return { task: await submitTask(db, actor, task.id, headers()['idempotency-key']) }
  })

  route(app, tasksApi.withdraw, async ({ params, actor }) => {
    const task = await findOwn(actor, params.id)
    await withdrawTask(db, actor, task.task.id)
    return answer(actor, task)
  })

  route(app, tasksApi.lease, async ({ params, actor, body }) => {
    const { task } = await findReviewable(actor, params.id)
    return { lease: await takeLease(db, actor, task.id, body().take_over ?? false) }
  })

  route(app, tasksApi.release, async ({ params, actor }) => {
    const { task } = await findReviewable(actor, params.id)
    await releaseLease(db, actor, task.id)
  })

  route(app, tasksApi.review, async ({ params, actor, body }) => {
    const task = await findReviewable(actor, params.id)
    await reviewTask(db, actor, task.task.id, body())
    return answer(actor, task)
  })

  route(app, tasksApi.reopen, async ({ params, actor, body }) => {
    const task = await findReviewable(actor, params.id)
    await reopenTask(db, actor, task.task.id, body().reason)
    return answer(actor, task)
  })

  route(app, tasksApi.excuse, async ({ params, actor, body }) => {
    const task = await findVisible(actor, params.id)
    authorize(canExcuseTask(actor))
    await excuseTask(db, actor, task.task.id, body().reason)
    return answer(actor, task)
  })

  route(app, tasksApi.like, async ({ params, actor }) => {
    const { task } = await findReviewable(actor, params.id)
    if (task.status === 'draft') throw new Refusal('wrong-state', { detail: 'Работа ещё не сдана.' })
    await db.transaction(async (tx) => {
      if (await insertLike(tx, task.id, actor.id))
        await addEffect(tx, 'task-liked', { task_id: task.id, actor_id: actor.id })
    })
  })

  route(app, tasksApi.unlike, async ({ params, actor }) => {
    const { task } = await findReviewable(actor, params.id)
    await deleteLike(db, task.id, actor.id)
  })

  route(app, tasksApi.comment, async ({ params, actor, body }) => {
    const visible = await findVisible(actor, params.id)
    checkArchive(actor, visible)
    const { task } = visible
    const { text } = body()
    const id = await db.transaction(async (tx) => {
      const entry = await insertThreadEntry(tx, {
        task_id: task.id,
        user_id: actor.id,
        kind: 'comment',
        text,
        attempt: task.attempt,
        created_at: new Date().toISOString(),
      })
      await addEffect(tx, 'task-commented', { entry_id: entry.id })
      return entry.id
    })
    return { comment: await loadThreadEntry(db, id) }
  })
}
