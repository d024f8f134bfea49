import { isOpenLesson, type LessonFacts } from '#contract/lessons/lessons.policy.ts'
import type { LessonChange, LessonCreate, LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { lockCourse } from '#server/courses/courses.repo.ts'
import { nextLessonPosition } from '#server/courses/outline.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { invalid } from '#server/http/refusal.ts'
import { noteWeight } from '#server/journal/change-weights.ts'
import { holdOpenPeriods } from '#server/journal/check-periods.ts'
import { keepFirstVersion, keepVersion } from '#server/lessons/keep-version.ts'
import { findEditableLesson } from '#server/lessons/lesson-access.ts'
import { checkEdition } from '#server/lessons/lesson-edition.ts'
import {
  insertLesson,
  isSectionOf,
  type LessonRecord,
  listLessonsOf,
  updateLesson,
} from '#server/lessons/lessons.repo.ts'
import { comesBefore, setRequirements } from '#server/lessons/reading.repo.ts'
import { saveAssignment } from '#server/lessons/save-assignment.ts'
import { deleteUnreadLessonNews } from '#server/notifications/notifications.repo.ts'
import { notePlaced } from '#server/quizzes/quizzes.repo.ts'

/** 422 when the section is not one of the course. */
export const checkSection = async (tx: Db, sectionId: number | null | undefined, courseId: number) => {
  if (sectionId != null && !(await isSectionOf(tx, sectionId, courseId))) {
    throw invalid('section_id', 'Такого раздела в курсе нет.')
  }
}

/** 422 for lessons of other courses, the lesson itself, and circles: such a lesson would never open. */
const saveRequirements = async (tx: Db, lesson: Pick<LessonRecord, 'id' | 'course_id'>, after: LessonRequirement[]) => {
  const ids = after.map(({ lesson_id }) => lesson_id)
  const among = await listLessonsOf(tx, lesson.course_id, ids)
  if (among.length < ids.length) throw invalid('after', 'Выберите уроки этого курса, каждый один раз.')
  if (await comesBefore(tx, lesson.id, ids)) {
    throw invalid('after', 'Уроки ждут друг друга по кругу: так ни один не откроется.')
  }
  await setRequirements(tx, lesson.id, after)
}

const setContent = async (tx: Db, actor: Actor, lessonId: number, html: string) => {
  const content = cleanHtml(html, 'lesson')
  await notePlaced(tx, lessonId)
  await updateLesson(tx, lessonId, { content })
  await notePlaced(tx, lessonId)
  await keepFiles(tx, actor, { owner: 'lesson', id: lessonId }, { texts: [content] })
}

/** Notifies the students when the lesson opens: now, or at its moment; unread news of one that is closed is taken back. */
const announce = async (tx: Db, actor: Actor, lessonId: number, before: LessonFacts | null, after: LessonFacts) => {
  const wasOpen = before !== null && isOpenLesson(before, new Date())
  if (wasOpen && !isOpenLesson(after, new Date())) await deleteUnreadLessonNews(tx, [lessonId])
  if (after.status !== 'published' || wasOpen) return
  await addEffect(tx, 'lesson-published', { lesson_id: lessonId, actor_id: actor.id }, after.publish_at ?? undefined)
}

/** Adds a lesson to the end of its course. */
export const createLesson = (db: Db, actor: Actor, { assignment, content, after, ...fields }: LessonCreate) =>
  db.transaction(async (tx) => {
    await lockEditableCourse(tx, actor, fields.course_id)
    await checkSection(tx, fields.section_id, fields.course_id)
    const lesson = await insertLesson(tx, {
      ...fields,
      content: cleanHtml(content ?? '', 'lesson'),
      position: await nextLessonPosition(tx, fields.course_id),
    })
    await keepFiles(tx, actor, { owner: 'lesson', id: lesson.id }, { texts: [lesson.content] })
    await saveAssignment(tx, actor, lesson, assignment)
    await keepVersion(tx, actor, lesson.id)
    if (after) await saveRequirements(tx, lesson, after)
    await announce(tx, actor, lesson.id, null, lesson)
    await addCourseEvent(tx, fields.course_id)
    return lesson
  })

/**
 * Changes a lesson and its assignment; 409 when it is no longer what the change began with, and for another weight in a
 * closed period.
 */
export const changeLesson = (
  db: Db,
  actor: Actor,
  { id, course_id }: Pick<LessonRecord, 'id' | 'course_id'>,
  change: LessonChange,
) =>
  db.transaction(async (tx) => {
    const { assignment, content, after, edition, ...fields } = change
    const weight = assignment?.weight
    // before any row is locked
    const checkOpen = weight === undefined ? null : await holdOpenPeriods(tx, course_id)
    await lockCourse(tx, course_id)
    // as the change before this one has left it
    const lesson = await findEditableLesson(tx, actor, id)
    if (edition !== undefined) await checkEdition(tx, actor, id, edition)
    await checkSection(tx, fields.section_id, course_id)
    if (weight !== undefined && checkOpen) await noteWeight(tx, actor, lesson, weight, checkOpen)
    const isOfTexts = fields.name !== undefined || content !== undefined || assignment !== undefined
    if (isOfTexts) await keepFirstVersion(tx, id)
    await updateLesson(tx, id, fields)
    if (content !== undefined) await setContent(tx, actor, id, content)
    await saveAssignment(tx, actor, lesson, assignment)
    if (isOfTexts) await keepVersion(tx, actor, id)
    if (after) await saveRequirements(tx, lesson, after)
    // nobody was notified of a lesson in a draft course
    const before = lesson.course.status === 'published' ? lesson : null
    await announce(tx, actor, id, before, {
      status: fields.status ?? lesson.status,
      publish_at: fields.publish_at === undefined ? lesson.publish_at : fields.publish_at,
    })
    await addCourseEvent(tx, course_id)
  })
