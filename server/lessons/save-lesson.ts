import { isOpenLesson, type LessonFacts } from '#contract/lessons/lessons.policy.ts'
import type { LessonChange, LessonCreate } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { lockCourse, nextLessonPosition } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { invalid } from '#server/http/refusal.ts'
import { insertLesson, isSectionOf, type LessonWithCourse, updateLesson } from '#server/lessons/lessons.repo.ts'
import { saveAssignment } from '#server/lessons/save-assignment.ts'

const checkSection = async (tx: Db, sectionId: number | null | undefined, courseId: number) => {
  if (sectionId != null && !(await isSectionOf(tx, sectionId, courseId))) {
    throw invalid('section_id', 'Такого раздела в курсе нет.')
  }
}

const setContent = async (tx: Db, actor: Actor, lessonId: number, html: string) => {
  const content = cleanHtml(html, 'lesson')
  await updateLesson(tx, lessonId, { content })
  await keepFiles(tx, actor, { owner: 'lesson', id: lessonId }, { texts: [content] })
}

/** Notifies the students when the lesson opens: now, or at its moment. */
const announce = async (tx: Db, actor: Actor, lessonId: number, before: LessonFacts | null, after: LessonFacts) => {
  const wasOpen = before !== null && isOpenLesson(before, new Date())
  if (after.status !== 'published' || wasOpen) return
  await addEffect(tx, 'lesson-published', { lesson_id: lessonId, actor_id: actor.id }, after.publish_at ?? undefined)
}

/** Adds a lesson to the end of its course. */
export const createLesson = (db: Db, actor: Actor, { assignment, content, ...fields }: LessonCreate) =>
  db.transaction(async (tx) => {
    await lockCourse(tx, fields.course_id)
    await checkSection(tx, fields.section_id, fields.course_id)
    const lesson = await insertLesson(tx, {
      ...fields,
      content: cleanHtml(content ?? '', 'lesson'),
      position: await nextLessonPosition(tx, fields.course_id),
    })
    await keepFiles(tx, actor, { owner: 'lesson', id: lesson.id }, { texts: [lesson.content] })
    await saveAssignment(tx, actor, lesson, assignment)
    await announce(tx, actor, lesson.id, null, lesson)
    return lesson
  })

/** Changes a lesson and its assignment. */
export const changeLesson = (db: Db, actor: Actor, lesson: LessonWithCourse, change: LessonChange) =>
  db.transaction(async (tx) => {
    const { assignment, content, ...fields } = change
    await lockCourse(tx, lesson.course_id)
    await checkSection(tx, fields.section_id, lesson.course_id)
    await updateLesson(tx, lesson.id, fields)
    if (content !== undefined) await setContent(tx, actor, lesson.id, content)
    await saveAssignment(tx, actor, lesson, assignment)
    await announce(tx, actor, lesson.id, lesson, {
      status: fields.status ?? lesson.status,
      publish_at: fields.publish_at === undefined ? lesson.publish_at : fields.publish_at,
    })
  })
