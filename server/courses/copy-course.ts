import type { z } from 'zod'
import { copyName } from '#contract/courses/copy-name.ts'
import { type CourseCopy, maxShiftDays } from '#contract/courses/courses.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import {
  announceLessons,
  copyAssignments,
  copyFileUses,
  copyLessons,
  copyPackages,
  copyQuizzes,
  copyRequirements,
  copySections,
  findFirstDay,
  rewriteQuizzes,
} from '#server/courses/copy-course.repo.ts'
import { type CourseRecord, insertCourse, lockCourse, setTeachers } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'

const dayMs = 24 * 3_600_000

/** Days from one date to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

const shiftDay = (day: string | null, days: number) =>
  day && new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/**
 * Copies a course with its sections, lessons, assignments and files into a draft without people; whoever copies it is its
 * first teacher. All dates move by the same number of days: `shift_days`, or from the start of the course (its first
 * date, when none is set) to `starts_on`.
 */
export const copyCourse = (
  db: Db,
  actor: Actor,
  course: CourseRecord,
  { name, starts_on, shift_days }: z.output<typeof CourseCopy>,
) =>
  db.transaction(async (tx) => {
    await lockCourse(tx, course.id)
    const start = course.starts_on ?? (await findFirstDay(tx, course.id))
    const days = shift_days ?? (starts_on && start ? daysBetween(start, starts_on) : 0)
    if (Math.abs(days) > maxShiftDays) throw invalid('starts_on', 'Проверьте дату: сдвиг больше десяти лет.')
    const { summary, content, announcement, seats, price, code, level, form, duration } = course
    const copy = await insertCourse(tx, {
      ...{ summary, content, announcement, seats, price, code, level, form, duration },
      name: name ?? copyName(course.name),
      starts_on: starts_on ?? shiftDay(course.starts_on, days),
    })
    await setTeachers(tx, copy.id, [actor.id])
    const sections = await copySections(tx, course.id, copy.id)
    const lessons = await copyLessons(tx, course.id, copy.id, sections, days)
    const assignments = await copyAssignments(tx, lessons, days)
    await copyRequirements(tx, lessons)
    await rewriteQuizzes(tx, lessons, await copyQuizzes(tx, lessons))
    await copyFileUses(tx, 'scorm-package', await copyPackages(tx, lessons))
    const own = new Map([[course.id, copy.id]])
    await announceLessons(tx, actor.id, copy.id)
    await copyFileUses(tx, 'course', own)
    await copyFileUses(tx, 'announcement', own)
    await copyFileUses(tx, 'lesson', lessons)
    await copyFileUses(tx, 'assignment', assignments)
    return copy
  })
