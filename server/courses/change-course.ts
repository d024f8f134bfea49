import type { CourseChange } from '#contract/courses/courses.schema.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import {
  deleteSectionsExcept,
  insertSection,
  listOutline,
  listSections,
  lockCourse,
  orderLessons,
  updateCourse,
  updateSection,
} from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'

const setSections = async (tx: Db, courseId: number, wanted: NonNullable<CourseChange['sections']>) => {
  const known = new Set((await listSections(tx, courseId)).map(({ id }) => id))
  const kept = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(kept).size < kept.length || kept.some((id) => !known.has(id))) {
    throw invalid('sections', 'Список разделов устарел. Обновите страницу.')
  }
  await deleteSectionsExcept(tx, courseId, kept)
  for (const [position, { id, name }] of wanted.entries()) {
    if (id === undefined) await insertSection(tx, courseId, name, position)
    else await updateSection(tx, id, name, position)
  }
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

/** Changes a course together with its sections and the order of its lessons. */
export const changeCourse = (db: Db, courseId: number, { sections, lessons, content, ...fields }: CourseChange) =>
  db.transaction(async (tx) => {
    await lockCourse(tx, courseId)
    await updateCourse(tx, courseId, { ...fields, ...(content === undefined ? {} : { content: cleanHtml(content) }) })
    if (sections) await setSections(tx, courseId, sections)
    if (lessons) await setLessonOrder(tx, courseId, lessons)
  })
