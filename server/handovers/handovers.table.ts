import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Everything that a handover has changed, so that it can return. Ids and moments only. */
export interface Handed {
  /** Courses and classes that the person has left, and since when they were there. */
  courses: { id: number; since: string }[]
  cohorts: { id: number; since: string }[]
  /** Places that receivers got by it. */
  teachers: { id: number; user_id: number }[]
  leaders: { id: number; user_id: number }[]
  /** Reviewers that assignments list. */
  reviewers: { id: number; before: number[]; after: number[] }[]
  tasks: { id: number; from: number | null; to: number | null }[]
  /** Tasks with a verdict or an excuse that lost their reviewer with the course; older handovers have none. */
  freed?: { id: number; from: number }[]
  leases: { id: number; since: string; expires_at: string }[]
  /** Verdicts that were begun, by task. */
  drafts: { task_id: number; to: number }[]
}

export const handovers = pgTable(
  'handovers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Who hands over. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    to_ids: integer().array().notNull(),
    /** Null: for good. */
    until: moment(),
    handed: jsonb().$type<Handed>().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    ended_at: moment(),
  },
  (table) => [index('handovers_by_user').on(table.user_id, table.id)],
)
export type HandoverRecord = typeof handovers.$inferSelect
