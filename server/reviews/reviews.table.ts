import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import type { BulkAct, CriterionResult } from '#contract/reviews/reviews.schema.ts'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { attempts, tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

/** Every verdict ever given; the latest of an attempt is in force unless the task was reopened since. */
export const reviews = pgTable(
  'reviews',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    attempt_id: integer()
      .notNull()
      .references(() => attempts.id),
    /** The course of the task, so that its latest verdicts are found without its whole past. */
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    verdict: text().$type<'accepted' | 'returned'>().notNull(),
    comment: text().notNull(),
    score: doublePrecision(),
    /** With the text of the criteria at that time. */
    criteria: jsonb().$type<CriterionResult[]>().notNull().default([]),
    created_at: moment().notNull(),
    /** Set when the task was reopened: the verdict is history. */
    revoked_at: moment(),
  },
  (table) => [
    index('reviews_by_attempt').on(table.attempt_id),
    index('reviews_by_user').on(table.user_id, table.created_at),
    index('reviews_by_course').on(table.course_id, table.id).where(sql`revoked_at is null`),
  ],
)
export type ReviewRecord = typeof reviews.$inferSelect

/** Things to fix. Each continues over the attempts until a review ticks it off. */
export const remarks = pgTable(
  'remarks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** The verdict that introduced it; both are deleted together. */
    review_id: integer()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** Number of the attempt it was first made on. */
    attempt: integer().notNull(),
    text: text().notNull(),
    anchor: jsonb().$type<Anchor>(),
    /** Whether its students marked it as fixed. */
    fixed: boolean().notNull().default(false),
    answer: text().notNull().default(''),
  },
  (table) => [index('remarks_by_task').on(table.task_id), index('remarks_by_review').on(table.review_id)],
)
export type RemarkRecord = typeof remarks.$inferSelect

/** The state of remarks after each verdict. */
export const reviewRemarks = pgTable(
  'review_remarks',
  {
    review_id: integer()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    remark_id: integer()
      .notNull()
      .references(() => remarks.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    done: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.review_id, table.remark_id] }),
    index('review_remarks_by_remark').on(table.remark_id),
  ],
)

/** Acts on many tasks, so that each can be undone as a whole. */
export const taskBatches = pgTable('task_batches', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  user_id: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  action: text().$type<BulkAct['action']>().notNull(),
  /** The tasks it changed, with what has to be restored for each. */
  items: jsonb().$type<{ task_id: number; extended_until?: string | null; entry_id?: number }[]>().notNull(),
  created_at: moment().notNull().default(sql`now()`),
})
