import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { QuizAnswers } from '#contract/quizzes/quizzes.schema.ts'
import { moment } from '#server/db/columns.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import type { QuestionScore, StoredQuestion } from '#server/quizzes/stored-question.ts'
import { users } from '#server/users/users.table.ts'

export const quizzes = pgTable(
  'quizzes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    title: text().notNull(),
    /** How many times a student may answer; null without a limit. */
    attempts: integer(),
    shuffle: boolean().notNull(),
    /** The journal has a column for it. */
    in_journal: boolean().notNull().default(false),
    /** A saved text of the lesson has had it: out of the text, nobody is asked it any more. */
    placed: boolean().notNull().default(false),
    /** Goes up when anything that its form shows changes. */
    revision: integer().notNull().default(0),
    questions: jsonb().$type<StoredQuestion[]>().notNull(),
    /** Removed from its lesson; it stays for its attempts. */
    deleted_at: moment(),
  },
  (table) => [index('quizzes_by_lesson').on(table.lesson_id, table.position)],
)

/** The tries of students; never changed. */
export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    quiz_id: integer()
      .notNull()
      .references(() => quizzes.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** The `Idempotency-Key` of the request. */
    key: text().notNull(),
    answers: jsonb().$type<QuizAnswers>().notNull(),
    /**
     * The ids of the questions that no earlier attempt of the student had answered: few attempts have any. Null for an
     * attempt that the previous version of the site made during an upgrade: only its answers show them.
     */
    newly_answered: integer().array(),
    /** The result of each question, as it was asked then. */
    scores: jsonb().$type<QuestionScore[]>().notNull(),
    points: doublePrecision().notNull(),
    max_points: doublePrecision().notNull(),
    answered_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    unique('quiz_attempts_number').on(table.quiz_id, table.user_id, table.number),
    unique('quiz_attempts_key').on(table.quiz_id, table.user_id, table.key),
    index('quiz_attempts_by_user').on(table.user_id),
    index('quiz_attempts_newly_answered')
      .on(table.user_id, table.quiz_id)
      .where(sql`${table.newly_answered} is distinct from '{}'`),
  ],
)
