import type { z } from 'zod'
import { copyName } from '#contract/courses/copy-name.ts'
import { type CourseCopy, maxShiftDays } from '#contract/courses/courses.schema.ts'
import { dayMs } from '#contract/durations.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import {
  announceLessons,
  type Copies,
  copyAssignments,
  copyFileUses,
  copyLessons,
  copyPackages,
  copyQuizzes,
  copyRequirements,
  copySections,
  copyTools,
  findFirstDay,
  rewriteLinks,
  rewriteQuizzes,
} from '#server/courses/copy-course.repo.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { type CourseRecord, insertCourse } from '#server/courses/courses.repo.ts'
import { appointCreator } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/refusal.ts'

/** Days from one date to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** A date, moved by this many days. */
export const shiftDay = (day: string | null, days: number) =>
  day && new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** What a copy of a course has of it, besides its contents: it is a draft whose enrolment has not begun. */
export const copiedFields = ({
  id,
  name,
  status,
  announced,
  enrolling,
  starts_on,
  created_at,
  changed_at,
  deleted_at,
  ...copied
}: CourseRecord) => copied

/**
 * Copies everything in courses into their copies, in a constant number of statements: sections, lessons, assignments,
 * quizzes, packages, tools and uses of files. All dates move by this many days, and links between the texts lead to the
 * copies. Call it in a transaction that has locked the courses.
 */
export const copyContents = async (
  tx: Db,
  actor: Actor,
  courses: Copies,
  { days, publicUrl }: { days: number; publicUrl: string },
) => {
  const sections = await copySections(tx, courses)
  const lessons = await copyLessons(tx, courses, sections, days)
  const assignments = await copyAssignments(tx, lessons, days)
  await copyRequirements(tx, lessons)
  await rewriteQuizzes(tx, lessons, await copyQuizzes(tx, lessons))
  await copyFileUses(tx, 'scorm-package', await copyPackages(tx, lessons))
  await copyTools(tx, lessons)
  await rewriteLinks(tx, { courses, lessons, assignments }, publicUrl)
  await announceLessons(tx, actor.id, [...courses.values()])
  await copyFileUses(tx, 'course', courses)
  await copyFileUses(tx, 'announcement', courses)
  await copyFileUses(tx, 'lesson', lessons)
  await copyFileUses(tx, 'assignment', assignments)
}

/**
 * Copies a course with its sections, lessons, assignments and files into a draft without people; the person who copies
 * it is its first teacher. All dates move by the same number of days: `shift_days`, or from the start of the course
 * (its first date, when none is set) to `starts_on`.
 */
export const copyCourse = (
  { db, config: { publicUrl } }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { id }: Pick<CourseRecord, 'id'>,
  { name, starts_on, shift_days }: z.output<typeof CourseCopy>,
) =>
  db.transaction(async (tx) => {
    // as the change before the copy has left it
    const course = await lockEditableCourse(tx, actor, id)
    const start = course.starts_on ?? (await findFirstDay(tx, course.id))
    const days = shift_days ?? (starts_on && start ? daysBetween(start, starts_on) : 0)
    if (Math.abs(days) > maxShiftDays) throw invalid('starts_on', 'Проверьте дату: сдвиг больше десяти лет.')
    const copy = await insertCourse(tx, {
      ...copiedFields(course),
      name: name ?? copyName(course.name),
      starts_on: starts_on ?? shiftDay(course.starts_on, days),
    })
    await appointCreator(tx, copy.id, actor)
    await copyContents(tx, actor, new Map([[course.id, copy.id]]), { days, publicUrl })
    return copy
  })
