import type { z } from 'zod'
import type { CourseChange, CourseCreate } from '#contract/courses/courses.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { checkEdition } from '#server/courses/course-edition.ts'
import {
  type CourseRecord,
  insertCourse,
  listOutline,
  listStudentIds,
  updateCourse,
} from '#server/courses/courses.repo.ts'
import { deleteSections, listSections, orderLessons, saveSections } from '#server/courses/outline.repo.ts'
import { appointCreator, takeBackNews } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { listUntaught } from '#server/users/hand-over.repo.ts'

const setSections = async (tx: Db, courseId: number, wanted: NonNullable<CourseChange['sections']>) => {
  const known = (await listSections(tx, courseId)).map(({ id }) => id)
  const kept = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(kept).size < kept.length || kept.some((id) => !known.includes(id))) {
    throw invalid('sections', 'Список разделов устарел. Обновите страницу.')
  }
  const gone = known.filter((id) => !kept.includes(id))
  // their lessons stay at their places, outside of the sections: who sends whole lists orders the lessons as well
  await deleteSections(tx, courseId, gone)
  await saveSections(
    tx,
    courseId,
    wanted.map(({ id = null, name }, position) => ({ id, name, position })),
  )
}

const setLessonOrder = async (tx: Db, courseId: number, wanted: NonNullable<CourseChange['lessons']>) => {
  const known = await listOutline(tx, [courseId], 0)
  const sections = await listSections(tx, courseId)
  const places = new Map(wanted.map((place) => [place.id, place]))
  const whole =
    places.size === wanted.length && known.length === wanted.length && known.every(({ id }) => places.has(id))
  const sectionIds = new Set(sections.map(({ id }) => id))
  if (!whole || wanted.some(({ section_id }) => section_id !== null && !sectionIds.has(section_id))) {
    throw invalid('lessons', 'Список уроков устарел. Обновите страницу.')
  }
  await orderLessons(tx, courseId, wanted)
}

/** The texts of a course, with what their files are kept for. */
const ownerOfText = { content: 'course', announcement: 'announcement' } as const

const setText = async (tx: Db, actor: Actor, id: number, name: keyof typeof ownerOfText, html: string | undefined) => {
  if (html === undefined) return
  const text = cleanHtml(html, 'course')
  await updateCourse(tx, id, { [name]: text })
  await keepFiles(tx, actor, { owner: ownerOfText[name], id }, { texts: [text] })
}

/** Creates a course; its creator is its first teacher. */
export const createCourse = (
  db: Db,
  actor: Actor,
  { content, announcement, ...fields }: z.output<typeof CourseCreate>,
) =>
  db.transaction(async (tx) => {
    const course = await insertCourse(tx, fields)
    await setText(tx, actor, course.id, 'content', content)
    await setText(tx, actor, course.id, 'announcement', announcement)
    await appointCreator(tx, course.id, actor)
    return course
  })

/** Nobody can open a draft: takes back the unread news of its students that they have joined it. */
export const takeBackCourseNews = async (tx: Db, actor: Actor, courseId: number) => {
  const students = await listStudentIds(tx, courseId)
  await takeBackNews(
    tx,
    actor,
    students.map((user_id) => ({ course_id: courseId, user_id })),
  )
}

/** 409 when nobody teaches a course that is to be published: nobody would answer for its students and their tasks. */
const checkTaught = async (tx: Db, courseId: number) => {
  const [name] = await listUntaught(tx, [courseId])
  if (name === undefined) return
  throw new Refusal('wrong-state', {
    detail: `Курс «${name}» никто не ведёт. Назначьте на его странице преподавателя и опубликуйте курс ещё раз.`,
  })
}

/**
 * Changes a course together with its sections and the order of its lessons; 409 when it is no longer what the change
 * began with, or when it opens and nobody teaches it. Its students are notified when it opens.
 */
export const changeCourse = (
  db: Db,
  actor: Actor,
  { id }: Pick<CourseRecord, 'id'>,
  { edition, ...change }: CourseChange,
) =>
  db.transaction(async (tx) => {
    const { sections, lessons, content, announcement, ...fields } = change
    // as the change before this one has left it
    const before = await lockEditableCourse(tx, actor, id)
    if (edition !== undefined) checkEdition(before, change, edition)
    await updateCourse(tx, id, fields)
    await setText(tx, actor, id, 'content', content)
    await setText(tx, actor, id, 'announcement', announcement)
    if (sections) await setSections(tx, id, sections)
    if (lessons) await setLessonOrder(tx, id, lessons)
    if (before.status !== 'published' && fields.status === 'published') {
      await checkTaught(tx, id)
      // those who were notified before are left out
      const user_ids = await listStudentIds(tx, id)
      await addEffect(tx, 'course-enrolled', { course_id: id, user_ids, actor_id: actor.id })
    }
    if (before.status === 'published' && fields.status === 'draft') await takeBackCourseNews(tx, actor, id)
    await addCourseEvent(tx, id)
  })
