import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'
import { TimeZone } from '#contract/http/time-zone.ts'
import { defaultWeeks, progressParts, progressWeeks } from '#contract/progress/progress-parts.ts'

const Count = z.number().int()

/** How far some students are with what is asked of them by now. */
const standing = {
  students: Count,
  /** Tasks that their courses ask of all of them together, without those that somebody is excused from. */
  asked: Count,
  accepted: Count,
  /** Due and not handed in; what an absence or a mark without a hand-in makes up for is not. */
  overdue: Count,
  /** How many of the students have fallen behind. */
  behind: Count,
}

/** A published course: how far its students are, and what its queue is like. */
export const ProgressCourse = z.object({
  id: Id,
  name: z.string(),
  /** Here somebody has fallen behind by overdue tasks alone. */
  ...standing,
  /** Tasks that wait for a review, and since when the first of them does. */
  waiting: Count,
  waiting_since: Moment.nullable(),
  /** Verdicts of these weeks that are in force, and the median wait for them, in seconds. */
  verdicts: Count,
  usual_wait: Count.nullable(),
})
export type ProgressCourse = z.infer<typeof ProgressCourse>

/** A class that has not ended, in the published courses that it takes; behind as its own screen says it. */
export const ProgressCohort = z.object({ id: Id, name: z.string(), ...standing })
export type ProgressCohort = z.infer<typeof ProgressCohort>

/** What happened in a week, which begins on a Monday in Moscow; the last one is not over. */
export const ProgressWeek = z.object({
  from: z.iso.date(),
  /** Students who read a lesson, answered a quiz or handed something in. */
  active: Count,
  /** Attempts that were handed in. */
  submitted: Count,
  verdicts: Count,
  /** The median wait for these verdicts, in seconds. */
  usual_wait: Count.nullable(),
})
export type ProgressWeek = z.infer<typeof ProgressWeek>

/** How the school's studies go, for curators. */
export const Progress = z.object({
  /** What has most overdue tasks first. */
  courses: z.array(ProgressCourse),
  cohorts: z.array(ProgressCohort),
  /** Oldest first. */
  weeks: z.array(ProgressWeek),
})
export type Progress = z.infer<typeof Progress>

const weeks = z.enum(progressWeeks, 'Выберите 4, 12 или 52 недели').default(defaultWeeks)

export const ProgressQuery = z.object({ weeks })

export const ProgressExport = z.object({
  weeks,
  part: z.enum(progressParts, 'Выберите часть: courses, cohorts или weeks'),
  format: z.enum(['csv', 'xlsx'], 'Выберите формат: csv или xlsx'),
  time_zone: TimeZone,
})
