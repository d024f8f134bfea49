import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import type { BulkAct, CriterionResult } from '#contract/reviews/reviews.schema.ts'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { attempts, tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

/** Every verdict ever given, the newest of an attempt in force unless the task was reopened since. */
export const reviews = pgTable(
  'reviews',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    attempt_id: integer()
      .notNull()
      .references(() => attempts.id),
    /** Of the work, so that the latest of a course are found without its whole past. */
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    verdict: text().$type<'accepted' | 'returned'>().notNull(),
    comment: text().notNull(),
    score: doublePrecision(),
    /** With the words of the criteria as they were then. */
    criteria: jsonb().$type<CriterionResult[]>().notNull().default([]),
    created_at: moment().notNull(),
    /** Set when the task was put back to review: the verdict is history. */
    revoked_at: moment(),
  },
  (table) => [
    index('reviews_by_attempt').on(table.attempt_id),
    index('reviews_by_user').on(table.user_id, table.created_at),
    index('reviews_by_course').on(table.course_id, table.id).where(sql`revoked_at is null`),
  ],
)
export type ReviewRecord = typeof reviews.$inferSelect

/** Things to fix. Each goes on over the attempts until a review ticks it off. */
export const remarks = pgTable(
  'remarks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** The verdict it first stood in; it is gone with that one. */
    review_id: integer()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** Number of the attempt it was first made on. */
    attempt: integer().notNull(),
    text: text().notNull(),
    anchor: jsonb().$type<Anchor>(),
    /** What its students say of it. */
    fixed: boolean().notNull().default(false),
    answer: text().notNull().default(''),
  },
  (table) => [index('remarks_by_task').on(table.task_id), index('remarks_by_review').on(table.review_id)],
)
export type RemarkRecord = typeof remarks.$inferSelect

/** How each verdict left the remarks it looked at. */
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

/** Acts on many works, so that each can be taken back as a whole. */
export const taskBatches = pgTable('task_batches', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  user_id: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  action: text().$type<BulkAct['action']>().notNull(),
  /** The works it changed, with what of each has to be put back. */
  items: jsonb().$type<{ task_id: number; extended_until?: string | null; entry_id?: number }[]>().notNull(),
  created_at: moment().notNull().default(sql`now()`),
})
