import { maxSections } from '#contract/courses/courses.schema.ts'
import { moveInOutline } from '#contract/courses/move-in-outline.ts'
import type { OutlineMove, SectionCreate } from '#contract/courses/outline.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import {
  deleteSections,
  insertSection,
  listPlaces,
  listSections,
  orderLessons,
  orderSections,
  type Place,
  renameSection,
} from '#server/courses/outline.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'

/**
 * One act on the outline of a course: acts of several people happen one after another, each on what the last one left.
 */
const onOutline = <Result>(
  db: Db,
  actor: Actor,
  courseId: number,
  change: (
    tx: Db,
    outline: { sections: Awaited<ReturnType<typeof listSections>>; lessons: Place[] },
  ) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    await lockEditableCourse(tx, actor, courseId)
    const result = await change(tx, {
      sections: await listSections(tx, courseId),
      lessons: await listPlaces(tx, courseId),
    })
    await addCourseEvent(tx, courseId)
    return result
  })

const isThere = (lessons: Place[], id: number | null) =>
  lessons.some((lesson) => lesson.id === id && lesson.deleted_at === null)

/** Moves a lesson or a section. 422 when that, or the section it goes to, is no longer in the course. */
export const moveOutline = (db: Db, actor: Actor, courseId: number, move: OutlineMove) =>
  onOutline(db, actor, courseId, async (tx, outline) => {
    const isLesson = move.kind === 'lesson'
    if (isLesson && !isThere(outline.lessons, move.id)) throw invalid('id', 'Этого урока в курсе больше нет.')
    // nothing is put after a lesson that was deleted meanwhile
    const after_id = isLesson && move.after_id !== null && !isThere(outline.lessons, move.after_id) ? 0 : move.after_id
    const moved = moveInOutline(outline, { ...move, after_id })
    if (!moved) {
      throw isLesson
        ? invalid('section_id', 'Этого раздела в курсе больше нет.')
        : invalid('id', 'Этого раздела в курсе больше нет.')
    }
    if (!isLesson) {
      const ids = moved.sections.map(({ id }) => id)
      return orderSections(tx, courseId, ids)
    }
    const sectionId = moved.lessons.find(({ id }) => id === move.id)?.section_id
    const beside = moved.lessons.filter(({ section_id }) => section_id === sectionId)
    await orderLessons(tx, courseId, beside)
  })

/** Puts lessons at the end of a section, or of those outside of the sections, in the order of `ids`. */
export const appendLessons = async (
  tx: Db,
  courseId: number,
  lessons: Place[],
  ids: number[],
  sectionId: number | null,
) => {
  const beside = lessons.filter(({ id, section_id }) => section_id === sectionId && !ids.includes(id))
  await orderLessons(tx, courseId, [...beside, ...ids.map((id) => ({ id, section_id: sectionId }))])
}

/** Adds a section, with these lessons in it. */
export const createSection = (
  db: Db,
  actor: Actor,
  courseId: number,
  { name, after_id, lesson_ids = [] }: SectionCreate,
) =>
  onOutline(db, actor, courseId, async (tx, { sections, lessons }) => {
    if (sections.length >= maxSections) throw invalid('name', `В курсе уже ${maxSections} разделов: больше нельзя.`)
    const ids = [...new Set(lesson_ids)]
    if (ids.some((id) => !isThere(lessons, id))) throw invalid('lesson_ids', 'Этих уроков в курсе больше нет.')
    const section = await insertSection(tx, courseId, name, sections.length + 1)
    const after = after_id === undefined ? (sections.at(-1)?.id ?? null) : after_id
    const outline = { sections: [...sections, section], lessons }
    const moved = moveInOutline(outline, { kind: 'section', id: section.id, after_id: after }) ?? outline
    const order = moved.sections.map(({ id }) => id)
    await orderSections(tx, courseId, order)
    await appendLessons(tx, courseId, lessons, ids, section.id)
    return section
  })

/** Renames a section; 404 when somebody has deleted it meanwhile. */
export const nameSection = (db: Db, actor: Actor, courseId: number, id: number, name: string) =>
  onOutline(db, actor, courseId, async (tx, { sections }) => {
    if (!sections.some((section) => section.id === id)) throw new Refusal('not-found')
    await renameSection(tx, id, name)
  })

/** Deletes a section; its lessons go to the end of those outside of the sections, in their order. */
export const removeSection = (db: Db, actor: Actor, courseId: number, id: number) =>
  onOutline(db, actor, courseId, async (tx, { lessons }) => {
    const freed = lessons.filter(({ section_id }) => section_id === id).map((lesson) => lesson.id)
    await appendLessons(tx, courseId, lessons, freed, null)
    await deleteSections(tx, courseId, [id])
  })
