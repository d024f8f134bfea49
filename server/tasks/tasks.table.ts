import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { moment } from '#server/db/columns.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { users } from '#server/users/users.table.ts'

export const tasks = pgTable(
  'tasks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    assignment_id: integer()
      .notNull()
      .references(() => assignments.id),
    /** The course of the assignment, so that the queue reads one table; it never changes. */
    course_id: integer().notNull(),
    status: text().$type<TaskStatus>().notNull().default('draft'),
    score: doublePrecision(),
    /** Number and moment of the latest attempt, so that the queue reads one table. */
    attempt: integer(),
    submitted_at: moment(),
    review_revision: integer().notNull().default(0),
    draft_content: text().notNull().default(''),
    draft_link: text(),
    draft_revision: integer().notNull().default(0),
    draft_saved_at: moment(),
    lease_user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    lease_since: moment(),
    lease_expires_at: moment(),
    /** The assigned reviewer. */
    reviewer_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** An extension of this task alone. */
    extended_until: moment(),
    /** A student's request that nobody has answered yet. */
    extension_asked: moment(),
    /** Since when a student's entry in the thread waits for an answer. */
    question_at: moment(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    // with the status, the reviewer and the id, so that tasks are counted from the index alone
    index('tasks_by_assignment').on(table.assignment_id, table.status, table.reviewer_id, table.id),
    // in the order of the lists, with what decides whether they have a task: a late page is found in the index alone
    index('tasks_queue').on(table.status, table.submitted_at, table.id, table.course_id, table.assignment_id),
    index('tasks_handed_in')
      .on(table.submitted_at, table.id, table.course_id, table.assignment_id)
      .where(sql`status <> 'draft'`),
    index('tasks_of_course').on(table.course_id, table.status, table.submitted_at, table.id, table.assignment_id),
    // the few tasks whose students wait for more than a review: listed and counted in the index alone
    index('tasks_asking')
      .on(table.question_at, table.extension_asked, table.status, table.id, table.course_id, table.assignment_id)
      .where(sql`question_at is not null or extension_asked is not null`),
    index('tasks_by_reviewer').on(table.reviewer_id, table.status),
  ],
)
export type TaskRecord = typeof tasks.$inferSelect

export const taskStudents = pgTable(
  'task_students',
  {
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    assignment_id: integer()
      .notNull()
      .references(() => assignments.id),
    /** The course of the task. */
    course_id: integer().notNull(),
    /** State and hand-in of the task, kept by the database, so that the tasks of many people are found in one index. */
    status: text().$type<TaskStatus>().notNull().default('draft'),
    submitted_at: moment(),
    /** When the student declined to make a project of it. */
    offer_declined_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.task_id, table.user_id] }),
    // so that an assignment can be deleted without reading every task
    index('task_students_by_assignment').on(table.assignment_id),
    // to find the tasks of those who left a course
    index('task_students_of_course').on(table.course_id, table.user_id, table.status, table.task_id),
    // to find and count the tasks of all who have a name
    index('task_students_found').on(
      table.user_id,
      table.status,
      table.submitted_at,
      table.task_id,
      table.course_id,
      table.assignment_id,
    ),
    // a student has at most one task per assignment
    unique('task_students_once').on(table.user_id, table.assignment_id),
  ],
)

/** Append-only: after the insert only `withdrawn_at` and `taken_at` are ever set, once. */
export const attempts = pgTable(
  'attempts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    task_id: integer()
      .notNull()
      .references(() => tasks.id),
    number: integer().notNull(),
    content: text().notNull(),
    link: text(),
    submitted_at: moment().notNull(),
    submitted_by: integer()
      .notNull()
      .references(() => users.id),
    withdrawn_at: moment(),
    /** When a reviewer first took it; from then on it cannot be withdrawn. */
    taken_at: moment(),
  },
  (table) => [unique('attempts_number').on(table.task_id, table.number)],
)
export type AttemptRecord = typeof attempts.$inferSelect

export const taskLikes = pgTable(
  'task_likes',
  {
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.task_id, table.user_id] })],
)

/** Hand-ins by the key of their request, so that a repeat makes no second attempt. Kept 24 hours. */
export const submitKeys = pgTable(
  'submit_keys',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** The first response, as it left the server. */
    answer: jsonb(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.task_id, table.key] }),
    // so that a task can be deleted without reading every key
    index('submit_keys_by_task').on(table.task_id),
  ],
)
