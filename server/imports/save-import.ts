import { maxSections } from '#contract/courses/courses.schema.ts'
import { fileIdsIn } from '#contract/files/file-address.ts'
import { assignmentDefaults } from '#contract/lessons/assignment.schema.ts'
import { withQuizIds } from '#contract/quizzes/quiz-rules.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { announceLessons } from '#server/courses/copy-course.repo.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { insertCourse, updateCourse } from '#server/courses/courses.repo.ts'
import { nextLessonPosition } from '#server/courses/outline.repo.ts'
import { appointCreator } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import type { FileOwner } from '#server/files/files.table.ts'
import { invalid } from '#server/http/refusal.ts'
import { type ArchivedLesson, maxLessons, replaceArchiveLinks, replaceFileIds } from '#server/imports/course-archive.ts'
import type { ImportPlan, PlannedPackage } from '#server/imports/import-plan.ts'
import { digestOutline, endImport } from '#server/imports/imports.repo.ts'
import {
  countInCourse,
  insertAssignments,
  insertLessons,
  insertQuizzes,
  insertRequirements,
  insertSections,
  insertUses,
  takeIds,
} from '#server/imports/save-import.repo.ts'
import { withIds } from '#server/quizzes/stored-question.ts'
import { addPackage } from '#server/scorm/add-package.ts'

/** The texts of an import, with the files that were stored for it, and links to the lessons that it makes. */
const textsWith = (stored: ReadonlyMap<string, string>, lessonIds: number[]) => {
  const uses: { file_id: string; owner: FileOwner; owner_id: number }[] = []
  const ids = new Set(stored.values())
  return {
    uses,
    text: (html: string, course: number) =>
      replaceArchiveLinks(
        replaceFileIds(html, (id) => stored.get(id)),
        { course, lessons: lessonIds },
      ),
    /** Records the files of texts of a thing. */
    use: (owner: FileOwner, owner_id: number, html: string) => {
      for (const file_id of fileIdsIn(html)) if (ids.has(file_id)) uses.push({ file_id, owner, owner_id })
    },
  }
}

/** The sums of everything before each number. */
const startsOf = (counts: number[]) => {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum - count
  })
}

const assignmentRow = ({ criteria, ...assignment }: NonNullable<ArchivedLesson['assignment']>) => ({
  ...assignmentDefaults,
  ...assignment,
  criteria: criteria.map((criterion, place) => ({ id: place + 1, ...criterion })),
  last_criterion_id: criteria.length,
})

const checkRoom = async (tx: Db, courseId: number, { sections, lessons }: ImportPlan) => {
  const has = await countInCourse(tx, courseId)
  if (has.sections + sections.length > maxSections)
    throw invalid('course_id', `В курсе может быть не больше ${maxSections} разделов.`)
  if (has.lessons + lessons.length > maxLessons)
    throw invalid('course_id', `В курсе может быть не больше ${maxLessons} уроков.`)
}

/** The course itself: a new draft, or the one that lessons are added to. */
const prepareCourse = async (
  tx: Db,
  actor: Actor,
  courseId: number | null,
  plan: ImportPlan,
  texts: ReturnType<typeof textsWith>,
) => {
  if (courseId !== null) {
    const course = await lockEditableCourse(tx, actor, courseId)
    await checkRoom(tx, course.id, plan)
    return course.id
  }
  const course = await insertCourse(tx, plan.course)
  const content = texts.text(plan.course.content, course.id)
  const announcement = texts.text(plan.course.announcement, course.id)
  await updateCourse(tx, course.id, { content, announcement })
  await appointCreator(tx, course.id, actor)
  texts.use('course', course.id, content)
  texts.use('announcement', course.id, announcement)
  return course.id
}

interface Wanted {
  importId: number
  actor: Actor
  /** Null for a new course. */
  courseId: number | null
  plan: ImportPlan
  packages: PlannedPackage[]
  /** Ids of stored files by their ids in the plan. */
  stored: ReadonlyMap<string, string>
}

/**
 * Saves everything an import makes, in one transaction and with a bounded number of statements, and ends the import.
 * Lessons that are added to a course are drafts: nobody is notified of thirty lessons at once. Returns false, and saves
 * nothing, when the import was undone in the meantime.
 */
export const saveImport = async (db: Db, { importId, actor, courseId, plan, packages, stored }: Wanted) => {
  class Undone extends Error {}
  try {
    await db.transaction(async (tx) => {
      const lessonIds = await takeIds(tx, 'lessons', plan.lessons.length)
      const texts = textsWith(stored, lessonIds)
      const course = await prepareCourse(tx, actor, courseId, plan, texts)
      const sectionIds = await insertSections(
        tx,
        course,
        plan.sections.map(({ name }) => name),
      )
      const quizIds = await takeIds(tx, 'quizzes', plan.lessons.flatMap(({ quizzes }) => quizzes).length)
      /** Where the quizzes of each lesson begin in `quizIds`. */
      const quizStarts = startsOf(plan.lessons.map(({ quizzes }) => quizzes.length))
      const first = await nextLessonPosition(tx, course)
      const rows = plan.lessons.map(({ name, section, status, publish_at, minutes, content }, place) => ({
        id: lessonIds[place] as number,
        course_id: course,
        name,
        publish_at,
        minutes,
        section_id: section === null ? null : (sectionIds[section] as number),
        position: first + place,
        status: courseId === null ? status : ('draft' as const),
        content: withQuizIds(texts.text(content, course), (at) => quizIds[(quizStarts[place] as number) + at - 1] ?? 0),
      }))
      await insertLessons(tx, rows)
      for (const [place, id] of lessonIds.entries()) texts.use('lesson', id, rows[place]?.content ?? '')

      const assigned = plan.lessons.flatMap(({ assignment }, place) =>
        assignment
          ? [
              {
                ...assignmentRow(assignment),
                lesson_id: lessonIds[place] as number,
                text: texts.text(assignment.text, course),
              },
            ]
          : [],
      )
      const assignmentIds = await insertAssignments(tx, assigned)
      for (const [place, id] of assignmentIds.entries()) texts.use('assignment', id, assigned[place]?.text ?? '')

      await insertQuizzes(
        tx,
        plan.lessons.flatMap(({ quizzes }, place) =>
          quizzes.map(({ title, attempts, shuffle, in_journal, questions }, position) => ({
            id: quizIds[(quizStarts[place] as number) + position] as number,
            lesson_id: lessonIds[place] as number,
            position,
            title,
            attempts,
            shuffle,
            in_journal,
            questions: withIds(questions, []),
          })),
        ),
      )
      await insertRequirements(
        tx,
        plan.lessons.flatMap(({ after }, place) =>
          after.map(({ lesson, needs }) => ({
            lesson_id: lessonIds[place] as number,
            after_id: lessonIds[lesson] as number,
            needs,
          })),
        ),
      )
      await insertUses(tx, texts.uses)
      for (const { lesson, file_id, read } of packages)
        await addPackage(tx, actor, { lesson_id: lessonIds[lesson] as number, file_id }, read)
      if (courseId === null) await announceLessons(tx, actor.id, [course])
      await addCourseEvent(tx, course)
      const ended = await endImport(tx, importId, {
        status: 'done',
        course_id: course,
        warnings: plan.warnings,
        lesson_ids: lessonIds,
        section_ids: sectionIds,
        outline: await digestOutline(tx, sectionIds, lessonIds),
        file_ids: [...stored.values()],
        done: plan.files.length + plan.lessons.length,
        total: plan.files.length + plan.lessons.length,
      })
      if (!ended) throw new Undone()
    })
    return true
  } catch (error) {
    if (error instanceof Undone) return false
    throw error
  }
}
