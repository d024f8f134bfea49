import type { FastifyInstance } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { type BinnedLesson, binDays } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findEditableCourse } from '#server/courses/course-access.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import { loadCourse } from '#server/courses/present-course.ts'
import { readerOf } from '#server/courses/reader-of.ts'
import type { Deps } from '#server/deps.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findLessonToRestore, listBin } from '#server/lessons/bin.repo.ts'
import { changeLessons } from '#server/lessons/change-lessons.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findEditableLesson, findVisibleLesson } from '#server/lessons/lesson-access.ts'
import { lessonSources } from '#server/lessons/lesson-sources.repo.ts'
import { listCoursesOfLessons } from '#server/lessons/lessons.repo.ts'
import { markLessonRead } from '#server/lessons/mark-lesson-read.ts'
import { loadLesson } from '#server/lessons/present-lesson.ts'
import { deleteRead } from '#server/lessons/reading.repo.ts'
import { changeLesson, createLesson } from '#server/lessons/save-lesson.ts'

const presentBinned = ({ deleted_at, ...lesson }: Awaited<ReturnType<typeof listBin>>[number]): BinnedLesson => {
  const deleted = found(deleted_at)
  const until = Date.parse(deleted) + binDays * dayMs
  return { ...lesson, deleted_at: deleted, restorable_until: new Date(until).toISOString() }
}

export const lessonsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const bodyOf = async (actor: Actor, id: number) => ({
    lesson: await loadLesson(db, actor, await findVisibleLesson(db, actor, id)),
  })

  route(
    app,
    lessonsApi.get,
    async ({ params, query, actor }) => {
      const lesson = await findVisibleLesson(db, actor, params.id)
      const { reader, course } = readerOf(actor, lesson.course, query)
      if (reader === actor) return { lesson: await loadLesson(db, actor, lesson) }
      const seen = { ...lesson, course, task_id: null, has_note: false }
      const isSeen = canSeeLesson(reader, course, seen, new Date())
      return { lesson: await loadLesson(db, reader, found(isSeen ? seen : null)) }
    },
    { readsFrom: ({ params, actor }) => lessonSources(db, actor, params.id) },
  )

  route(app, lessonsApi.create, async ({ actor, body }) => {
    const form = body()
    await findEditableCourse(db, actor, form.course_id)
    const lesson = await createLesson(db, actor, form)
    return bodyOf(actor, lesson.id)
  })

  route(app, lessonsApi.update, async ({ params, actor, body }) => {
    const lesson = await findEditableLesson(db, actor, params.id)
    await changeLesson(db, actor, lesson, body())
    return bodyOf(actor, lesson.id)
  })

  route(app, lessonsApi.remove, async ({ params, actor }) => {
    const lesson = await findEditableLesson(db, actor, params.id)
    await changeLessons(db, actor, lesson.course_id, { ids: [lesson.id], act: 'delete' })
  })

  const findUnarchivedLesson = async (actor: Actor, id: number) => {
    const lesson = await findVisibleLesson(db, actor, id)
    if (lesson.course.status !== 'archived') return lesson
    throw new Refusal('wrong-state', { detail: 'Курс в архиве: его можно только читать.' })
  }

  route(app, lessonsApi.markRead, async ({ params, actor }) => {
    const lesson = await findUnarchivedLesson(actor, params.id)
    await checkUnlocked(db, actor, lesson)
    await db.transaction((tx) => markLessonRead(tx, lesson, actor.id))
  })

  route(app, lessonsApi.markUnread, async ({ params, actor }) => {
    await deleteRead(db, (await findUnarchivedLesson(actor, params.id)).id, actor.id)
  })

  route(app, lessonsApi.bulk, async ({ actor, body }) => {
    const form = body()
    const among = await listCoursesOfLessons(db, form.ids)
    // one more than there may be
    for (const { id } of among.slice(0, 2)) await findEditableCourse(db, actor, id)
    if (among.length > 1) throw invalid('ids', 'Отметьте уроки одного курса.')
    const courseId = found(among[0]).id
    await changeLessons(db, actor, courseId, form)
    return { course: await loadCourse(db, actor, found(await findCourse(db, courseId, actor))) }
  })

  route(app, lessonsApi.bin, async ({ params, actor }) => {
    const course = await findEditableCourse(db, actor, params.id)
    return { lessons: (await listBin(db, course.id)).map(presentBinned) }
  })

  route(app, lessonsApi.restore, async ({ params, actor }) => {
    const { lesson } = found(await findLessonToRestore(db, params.id))
    await findEditableCourse(db, actor, lesson.course_id)
    await changeLessons(db, actor, lesson.course_id, { ids: [lesson.id], act: 'restore' })
    return bodyOf(actor, params.id)
  })
}
