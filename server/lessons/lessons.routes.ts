import type { FastifyInstance } from 'fastify'
import { canEditCourse, canSeeCourse, isCourseStaff } from '#contract/courses/courses.policy.ts'
import { courseStatuses } from '#contract/courses/courses.schema.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { type BinnedLesson, binDays, type Lesson, lessonStatuses } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findCourse, listSections } from '#server/courses/courses.repo.ts'
import { loadOutline } from '#server/courses/present-course.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { countHandedIn, findLessonToRestore, listBin } from '#server/lessons/bin.repo.ts'
import { findLesson, type LessonWithCourse, updateLesson } from '#server/lessons/lessons.repo.ts'
import { presentRules } from '#server/lessons/present-assignment.ts'
import { restoreLesson } from '#server/lessons/restore-lesson.ts'
import { changeLesson, createLesson } from '#server/lessons/save-lesson.ts'
import { loadTask } from '#server/tasks/present-task.ts'

const presentBinned = ({ deleted_at, ...lesson }: Awaited<ReturnType<typeof listBin>>[number]): BinnedLesson => {
  const deleted = found(deleted_at)
  const until = Date.parse(deleted) + binDays * 24 * 3_600_000
  return { ...lesson, deleted_at: deleted, restorable_until: new Date(until).toISOString() }
}

const present = async (db: Db, actor: Actor, lesson: LessonWithCourse): Promise<Lesson> => {
  const { course, assignment } = lesson
  const [sections, lessons, task, files, task_count] = await Promise.all([
    listSections(db, course.id),
    loadOutline(db, actor, course),
    lesson.task_id === null ? null : loadTask(db, actor, lesson.task_id),
    loadFiles(db, [
      { owner: 'lesson', id: lesson.id },
      ...(assignment ? [{ owner: 'assignment' as const, id: assignment.id }] : []),
    ]),
    assignment && isCourseStaff(actor, course) ? countHandedIn(db, lesson.id) : null,
  ])
  return {
    id: lesson.id,
    name: lesson.name,
    content: files.text('lesson', lesson.id, lesson.content),
    status: lessonStatuses[lesson.status],
    publish_at: lesson.publish_at,
    section_id: lesson.section_id,
    course: {
      id: course.id,
      name: course.name,
      status: courseStatuses[course.status],
      teacher_ids: course.teacher_ids,
      sections,
      lessons,
    },
    assignment: assignment && {
      ...presentRules(assignment),
      text: files.text('assignment', assignment.id, assignment.text),
    },
    task,
    ...(task_count !== null && { task_count }),
  }
}

export const lessonsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) =>
    found(await findLesson(db, id, actor), (lesson) => canSeeLesson(actor, lesson.course, lesson, new Date()))

  const findEditable = async (actor: Actor, id: number) => {
    const lesson = await findVisible(actor, id)
    authorize(canEditCourse(actor, lesson.course))
    return lesson
  }

  /** A course whose lessons the actor may change. */
  const findEditableCourse = async (actor: Actor, id: number) => {
    const course = found(await findCourse(db, id, actor), (course) => canSeeCourse(actor, course))
    authorize(canEditCourse(actor, course))
    return course
  }

  const bodyOf = async (actor: Actor, id: number) => ({
    lesson: await present(db, actor, await findVisible(actor, id)),
  })

  route(app, lessonsApi.get, ({ params, actor }) => bodyOf(actor, params.id))

  route(app, lessonsApi.create, async ({ actor, body }) => {
    const form = body()
    await findEditableCourse(actor, form.course_id)
    const lesson = await createLesson(db, actor, form)
    return bodyOf(actor, lesson.id)
  })

  route(app, lessonsApi.update, async ({ params, actor, body }) => {
    const lesson = await findEditable(actor, params.id)
    await changeLesson(db, actor, lesson, body())
    return bodyOf(actor, lesson.id)
  })

  route(app, lessonsApi.remove, async ({ params, actor }) => {
    const lesson = await findEditable(actor, params.id)
    await updateLesson(db, lesson.id, { deleted_at: new Date().toISOString() })
  })

  route(app, lessonsApi.bin, async ({ params, actor }) => {
    const course = await findEditableCourse(actor, params.id)
    return { lessons: (await listBin(db, course.id)).map(presentBinned) }
  })

  route(app, lessonsApi.restore, async ({ params, actor }) => {
    const binned = found(await findLessonToRestore(db, params.id))
    await findEditableCourse(actor, binned.lesson.course_id)
    await restoreLesson(db, actor, binned)
    return bodyOf(actor, params.id)
  })
}
