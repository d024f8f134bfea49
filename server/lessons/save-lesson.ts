import type { z } from 'zod'
import { assignmentDefaults, type Criterion, type CriterionInput } from '#contract/lessons/assignment.schema.ts'
import { isOpenLesson, type LessonFacts } from '#contract/lessons/lessons.policy.ts'
import type { LessonChange, LessonCreate } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { lockCourse, nextLessonPosition } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import {
  deleteAssignment,
  insertLesson,
  isSectionOf,
  type LessonWithCourse,
  saveAssignment,
  updateLesson,
} from '#server/lessons/lessons.repo.ts'

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

/** Criteria keep their ids, so that verdicts go on meaning the same; new ones, and copies of known ones, get the next. */
const withIds = (criteria: z.output<typeof CriterionInput>[]): Criterion[] => {
  let last = Math.max(0, ...criteria.map(({ id = 0 }) => id))
  const seen = new Set<number>()
  return criteria.map((criterion) => {
    const known = criterion.id !== undefined && !seen.has(criterion.id)
    if (!known) last += 1
    const id = known ? (criterion.id as number) : last
    seen.add(id)
    return { ...criterion, id }
  })
}

const setAssignment = async (tx: Db, actor: Actor, lessonId: number, assignment: LessonCreate['assignment']) => {
  if (assignment === undefined) return
  if (assignment === null) {
    if (await deleteAssignment(tx, lessonId)) return
    throw new Refusal('wrong-state', { detail: 'Студенты уже начали работы по этому заданию, убрать его нельзя.' })
  }
  const { id, text } = await saveAssignment(tx, lessonId, {
    text: cleanHtml(assignment.text, 'assignment'),
    due_at: assignment.due_at ?? null,
    closes_at: assignment.closes_at ?? null,
    criteria: withIds(assignment.criteria ?? []),
    kinds: assignment.kinds ?? assignmentDefaults.kinds,
    file_types: assignment.file_types ?? [],
    max_file_size: assignment.max_file_size ?? null,
    team_size: assignment.team_size ?? assignmentDefaults.team_size,
    reviewer_ids: assignment.reviewer_ids ?? [],
    ...(assignment.weight === undefined ? {} : { weight: assignment.weight }),
  })
  await keepFiles(tx, actor, { owner: 'assignment', id }, { texts: [text] })
}

/** The students are told when the lesson opens: now, or at its moment. */
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
    await setAssignment(tx, actor, lesson.id, assignment)
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
    await setAssignment(tx, actor, lesson.id, assignment)
    await announce(tx, actor, lesson.id, lesson, {
      status: fields.status ?? lesson.status,
      publish_at: fields.publish_at === undefined ? lesson.publish_at : fields.publish_at,
    })
  })
