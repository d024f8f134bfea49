import { z } from 'zod'
import { codeDays } from '#contract/cohorts/class-codes.ts'
import { NamedCourseStatus } from '#contract/courses/courses.schema.ts'
import { DayInput, Id, line, Moment } from '#contract/http/fields.ts'
import { called } from '#contract/users/student-word.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Max sizes of a class. */
export const maxInCohort = { leaders: 50, students: 1000, courses: 100 } as const

const Day = DayInput.nullable()

/** Why a class cannot have these dates; null when it can. A date that is not set limits nothing. */
export const datesProblem = ({ starts_on, ends_on }: { starts_on?: string | null; ends_on?: string | null }) =>
  starts_on && ends_on && ends_on < starts_on ? 'Последний день раньше первого' : null

const fields = {
  name: line(100),
  starts_on: Day.optional(),
  ends_on: Day.optional(),
  /** Staff who answer for the class and read of it. */
  leader_ids: z.array(Id).max(maxInCohort.leaders, `Не больше ${maxInCohort.leaders}`).optional(),
  student_ids: z
    .array(Id)
    .max(maxInCohort.students, { error: () => `Не больше ${maxInCohort.students} ${called('студентов')}` })
    .optional(),
  course_ids: z.array(Id).max(maxInCohort.courses, `Не больше ${maxInCohort.courses} курсов`).optional(),
}

export const CohortCreate = z.object(fields).superRefine((cohort, context) => {
  const message = datesProblem(cohort as { starts_on?: string | null; ends_on?: string | null })
  if (message) context.addIssue({ code: 'custom', path: ['ends_on'], message })
})
export type CohortCreate = z.output<typeof CohortCreate>

/** Each list is the whole set; what is left out stays as it is. */
export const CohortChange = z.object(fields).partial()
export type CohortChange = z.output<typeof CohortChange>

const CohortCourse = z.object({ id: Id, name: z.string(), status: NamedCourseStatus })
export type CohortCourse = z.infer<typeof CohortCourse>

/** A class in a list: a group of students who take courses together. */
export const CohortRow = z.object({
  id: Id,
  name: z.string(),
  /** `YYYY-MM-DD`, the first and the last day; nothing begins or ends by them. */
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  /** People with active accounts and courses that are not deleted: the others keep their places for their return. */
  leader_ids: z.array(Id),
  student_ids: z.array(Id),
  course_ids: z.array(Id),
  leaders: z.array(Person),
  created_at: Moment,
})
export type CohortRow = z.infer<typeof CohortRow>

export const Cohort = z.object({ ...CohortRow.shape, students: z.array(Person), courses: z.array(CohortCourse) })
export type Cohort = z.infer<typeof Cohort>

/** How far a student of a class is in one of its courses, by the lessons that students can open. */
export const CohortCell = z.object({
  course_id: Id,
  /** Accepted tasks of all that are asked for, without the excused ones. */
  accepted: z.number().int(),
  total: z.number().int(),
  read: z.number().int(),
  lessons: z.number().int(),
  /** Tasks that are past their due date, with the student's own extension, and wait for the student. */
  overdue: z.number().int(),
})
export type CohortCell = z.infer<typeof CohortCell>

export const CohortStudent = z.object({
  ...Person.shape,
  /** Null for children without an address. */
  email: z.string().nullable(),
  /** The last use of the site, within an hour; null before the first. */
  visited_at: Moment.nullable(),
  /** In all courses of the class together. */
  overdue: z.number().int(),
  /** Whole days without a visit, counted from the opening of the account before the first. */
  days_away: z.number().int(),
  /** By the rule of `behind`. */
  behind: z.boolean(),
  /** One for each course, in their order. */
  cells: z.array(CohortCell),
})
export type CohortStudent = z.infer<typeof CohortStudent>

/** All courses of a class on one screen. */
export const CohortProgress = z.object({ courses: z.array(CohortCourse), students: z.array(CohortStudent) })
export type CohortProgress = z.infer<typeof CohortProgress>

/** A code by which people register into a class, until it expires or is withdrawn. */
export const CohortCode = z.object({
  id: Id,
  /** In two halves: `ABCK-7MNP`. */
  code: z.string(),
  created_at: Moment,
  expires_at: Moment,
  /** Who made it; null when they are gone. */
  user: Person.nullable(),
})
export type CohortCode = z.infer<typeof CohortCode>

export const CohortCodeCreate = z.object({
  /** For how long it works. */
  days: z.number().int().min(codeDays.min, 'Не меньше дня').max(codeDays.max, 'Не дольше года').default(codeDays.usual),
})
