import { z } from 'zod'
import { maxShiftDays } from '#contract/courses/courses.schema.ts'
import { DayInput, Id, line, Moment } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Max sizes of a plan. */
const maxInPlan = { cohorts: 500, courses: 1000, leavers: 5000 } as const

/**
 * `up`: the class continues under its new name. `graduate`: it leaves the school. What is left out of a plan stays as
 * it is.
 */
export const CohortAct = z.enum(['up', 'graduate'])
export type CohortAct = z.infer<typeof CohortAct>

/** `renew`: a copy for the new year, and the course itself into the archive. */
export const CourseAct = z.enum(['renew', 'archive'])
export type CourseAct = z.infer<typeof CourseAct>

const Day = DayInput.nullish()

/** What a new year should do. */
export const NewYearPlan = z.object({
  /** How far the dates of copied courses move. */
  shift_days: z
    .number('Введите число дней')
    .int('Введите целое число дней')
    .min(-maxShiftDays, 'Сдвиг больше десяти лет')
    .max(maxShiftDays, 'Сдвиг больше десяти лет'),
  /** The dates of classes that move up; left out, theirs stay. */
  starts_on: Day,
  ends_on: Day,
  cohorts: z
    .array(
      z.object({
        id: Id,
        act: CohortAct,
        name: line(100),
        /** Whether the accounts of a leaving class's students are switched off. */
        deactivate: z.boolean().optional(),
      }),
    )
    .max(maxInPlan.cohorts),
  courses: z
    .array(
      z.object({
        id: Id,
        act: CourseAct,
        /** The name of the copy; that of the course when left out. */
        name: line(200).optional(),
        /** The classes that take the copy. */
        cohort_ids: z.array(Id).max(maxInPlan.cohorts).optional(),
      }),
    )
    .max(maxInPlan.courses),
  /** Others who leave the school: their accounts are switched off. */
  leaver_ids: z.array(Id).max(maxInPlan.leavers).optional(),
})
export type NewYearPlan = z.output<typeof NewYearPlan>

/** Every change of a plan, for people. */
export const NewYear = z.object({
  id: Id,
  status: z.enum(['planned', 'applied', 'undone']),
  created_at: Moment,
  applied_at: Moment.nullable(),
  undone_at: Moment.nullable(),
  shift_days: z.number().int(),
  /** The dates that classes get as they move up; null: theirs stay. */
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  cohorts: z.array(
    z.object({ id: Id, name: z.string(), new_name: z.string(), act: CohortAct, student_count: z.number().int() }),
  ),
  courses: z.array(
    z.object({
      id: Id,
      name: z.string(),
      act: CourseAct,
      new_name: z.string().nullable(),
      /** The lessons that are copied. */
      lesson_count: z.number().int(),
      /** New names of the classes that take the copy. */
      cohorts: z.array(z.string()),
    }),
  ),
  /** Everybody whose account is switched off. */
  leavers: z.array(Person),
})
export type NewYear = z.infer<typeof NewYear>

/** What the rules propose, to be corrected before it is planned. */
export const NewYearProposal = z.object({
  shift_days: z.number().int(),
  starts_on: z.string(),
  ends_on: z.string(),
  cohorts: z.array(
    z.object({
      id: Id,
      name: z.string(),
      act: z.union([CohortAct, z.literal('stay')]),
      new_name: z.string(),
      student_count: z.number().int(),
    }),
  ),
  courses: z.array(
    z.object({
      id: Id,
      name: z.string(),
      act: z.union([CourseAct, z.literal('stay')]),
      /** The classes that take it now, and those that would take its copy. */
      cohort_ids: z.array(Id),
      next_cohort_ids: z.array(Id),
    }),
  ),
})
export type NewYearProposal = z.infer<typeof NewYearProposal>
