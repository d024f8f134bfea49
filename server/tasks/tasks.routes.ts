import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { isTaskStudent } from '#contract/tasks/tasks.policy.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import { taughtSources } from '#server/courses/course-sources.repo.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { listAssignmentsAhead } from '#server/tasks/ahead.repo.ts'
import { loadTask, loadTasks, presentTask } from '#server/tasks/present-task.ts'
import { declineOffer, findProjectOffer, restoreOffer } from '#server/tasks/project-offer.repo.ts'
import { saveDraft } from '#server/tasks/save-draft.ts'
import { startFor } from '#server/tasks/start-for.ts'
import { submitTask, withdrawTask } from '#server/tasks/submit-task.ts'
import {
  findKeptTask,
  findOpenLesson,
  findOwnTask,
  findReviewableTask,
  findVisibleTask,
  findWritableLesson,
  studentsOnly,
} from '#server/tasks/task-access.ts'
import { writtenSources } from '#server/tasks/task-sources.repo.ts'
import { deleteLike, findTask, insertLike, insertTask, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'

export const tasksRoutes = (app: FastifyInstance, { db }: Deps) => {
  const bodyOf = async (actor: Actor, { task }: TaskWithFacts) => ({ task: await loadTask(db, actor, task.id) })

  /** Whether or not it can still be written on. */
  const findStudentsTask = async (actor: Actor, id: number) => {
    const task = await findVisibleTask(db, actor, id)
    authorize(isTaskStudent(actor, task), studentsOnly())
    return task
  }

  route(app, tasksApi.list, ({ actor, query: { page, ...filter } }) => loadTasks(db, actor, filter, page), {
    readsFrom: ({ actor, query }) => {
      // what people type into a search is endless
      if (query.search) return null
      return isStaff(actor) ? taughtSources(db, actor) : writtenSources(db, actor)
    },
  })

  route(app, tasksApi.ahead, async ({ actor }) => {
    // pages call this before they know the user; staff get nothing
    if (actor.role !== 'student') return { assignments: [] }
    const [assignments, offer] = await Promise.all([listAssignmentsAhead(db, actor.id), findProjectOffer(db, actor.id)])
    return { assignments, ...(offer && { offer }) }
  })

  route(app, tasksApi.get, async ({ params, actor }) => ({
    task: await presentTask(db, actor, await findVisibleTask(db, actor, params.id)),
  }))

  route(app, tasksApi.ofLesson, async ({ params, actor }) => {
    const lesson = await findOpenLesson(db, actor, params.id)
    // somebody who has left the course, or whose lesson is closed, can still read their task
    if (!lesson) return { task: await presentTask(db, actor, await findKeptTask(db, actor, params.id)) }
    authorize(!isCourseStaff(actor, lesson.course), studentsOnly())
    found(lesson.assignment)
    return { task: lesson.task_id === null ? null : await loadTask(db, actor, lesson.task_id) }
  })

  /** The student's task on a lesson, made if there is none; null when they have just left it for a team's. */
  const findOrStart = async (actor: Actor, lessonId: number) => {
    const { lesson, assignment } = await findWritableLesson(db, actor, lessonId)
    if (lesson.task_id === null && lesson.course.status === 'archived') {
      throw new Refusal('wrong-state', { detail: 'Курс в архиве: новую работу начать нельзя.' })
    }
    const task = await findTask(db, found(lesson.task_id ?? (await insertTask(db, assignment.id, actor.id))))
    return task && isTaskStudent(actor, task) ? task : null
  }

  route(app, tasksApi.start, async ({ params, actor, body }) => {
    const { student_id } = body()
    if (student_id !== undefined && actor.role !== 'student') {
      return { task: await loadTask(db, actor, await startFor(db, actor, params.id, student_id)) }
    }
    const task = (await findOrStart(actor, params.id)) ?? (await findOrStart(actor, params.id))
    return { task: await presentTask(db, actor, found(task)) }
  })

  route(app, tasksApi.saveDraft, async ({ params, actor, body }) => {
    const task = await findOwnTask(db, actor, params.id)
    await saveDraft(db, actor, task.task.id, body())
    return bodyOf(actor, task)
  })

  route(app, tasksApi.submit, async ({ params, actor, headers }) => {
    const { task } = await findOwnTask(db, actor, params.id)
    return { task: await submitTask(db, actor, task.id, headers()['idempotency-key']) }
  })

  route(app, tasksApi.withdraw, async ({ params, actor }) => {
    const task = await findOwnTask(db, actor, params.id)
    await withdrawTask(db, actor, task.task.id)
    return bodyOf(actor, task)
  })

  route(app, tasksApi.declineOffer, async ({ params, actor }) => {
    const { task } = await findStudentsTask(actor, params.id)
    await declineOffer(db, task.id, actor.id)
  })

  route(app, tasksApi.restoreOffer, async ({ params, actor }) => {
    const { task } = await findStudentsTask(actor, params.id)
    await restoreOffer(db, task.id, actor.id)
  })

  route(app, tasksApi.like, async ({ params, actor }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    if (task.status === 'draft') throw new Refusal('wrong-state', { detail: 'Работа ещё не сдана.' })
    await db.transaction(async (tx) => {
      if (await insertLike(tx, task.id, actor.id))
        await addEffect(tx, 'task-liked', { task_id: task.id, actor_id: actor.id })
    })
  })

  route(app, tasksApi.unlike, async ({ params, actor }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    await deleteLike(db, task.id, actor.id)
  })
}
