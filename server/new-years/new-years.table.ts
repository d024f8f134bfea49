import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import type { NewYear, NewYearPlan } from '#contract/new-years/new-years.schema.ts'
import { moment } from '#server/db/columns.ts'

/** Every change of a plan: names of classes and courses, and ids of people. */
export type Changes = Pick<NewYear, 'cohorts' | 'courses'> & { leaver_ids: number[] }

/** A class as a new year found it, or left it. */
export interface CohortState {
  id: number
  name: string
  starts_on: string | null
  ends_on: string | null
}

/** What a new year has made and replaced, so that it can be undone. Ids and moments, names only of classes. */
export interface Made {
  before: CohortState[]
  after: CohortState[]
  /** Courses that went into the archive, and their copies. */
  archived: { id: number; status: CourseStatus; changed_at: string }[]
  copies: { id: number; copy_id: number }[]
  /** What the copies were, row by row, when they were made. */
  digest: string
  /** The columns of that, table by table; earlier versions have kept none. */
  columns?: Record<string, string[]>
  /** Courses that classes took, and that they take instead. */
  left: { cohort_id: number; course_id: number }[]
  taken: { cohort_id: number; course_id: number }[]
  /** Students who keep their places in the archive though their class has left it. */
  kept: { course_id: number; user_id: number }[]
  leaver_ids: number[]
  /** Where leavers had left before, and when. */
  former: { course_id: number; user_id: number; left_at: string }[]
}

/** New years: planned, carried out, undone. */
export const newYears = pgTable(
  'new_years',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    status: text().$type<NewYear['status']>().notNull().default('planned'),
    plan: jsonb().$type<NewYearPlan>().notNull(),
    changes: jsonb().$type<Changes>().notNull(),
    /** Null until it is carried out. */
    made: jsonb().$type<Made>(),
    created_at: moment().notNull().default(sql`now()`),
    applied_at: moment(),
    undone_at: moment(),
  },
  (table) => [index('new_years_applied').on(table.applied_at)],
)
export type NewYearRecord = typeof newYears.$inferSelect
