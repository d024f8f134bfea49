import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** A valid bearer token; only its SHA-256 is kept. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: bytes().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(sql`now()`),
    used_at: moment().notNull().default(sql`now()`),
    expires_at: moment().notNull(),
  },
  (table) => [index('sessions_by_user').on(table.user_id), index('sessions_by_expiry').on(table.expires_at)],
)

/** When a person last used the site, within an hour; it outlives their sessions. */
export const lastVisits = pgTable('last_visits', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  at: moment().notNull(),
})

/** A link from a letter that sets a password; used once. */
export const passwordResets = pgTable(
  'password_resets',
  {
    token_hash: bytes().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expires_at: moment().notNull(),
  },
  (table) => [index('password_resets_by_user').on(table.user_id)],
)

/** A link from a letter that confirms an address; it works until it expires, however often it is followed. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    token_hash: bytes().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address the letter went to: confirmed only while it is still the account's. */
    email: text().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [index('email_confirmations_by_user').on(table.user_id)],
)

/** Hits against a limit, one row each; deleted after a day, the longest window of any limit. */
export const throttleHits = pgTable(
  'throttle_hits',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    at: moment().notNull(),
    /** How much it counts: one act, or bytes; negative where some of it is returned. */
    amount: bigint({ mode: 'number' }).notNull().default(1),
  },
  (table) => [index('throttle_hits_by_key').on(table.key, table.at)],
)

/** Accounts of children that wait for a parent's consent; only the SHA-256 of the letter's token is kept. */
export const childRegistrations = pgTable(
  'child_registrations',
  {
    token_hash: bytes().primaryKey(),
    name: text().notNull(),
    surname: text().notNull(),
    email: text().notNull(),
    password_hash: text().notNull(),
    birth_date: date().notNull(),
    parent_email: text().notNull(),
    address: text().notNull(),
    /** The course that the child applies to once the parent agrees, and the child's message to the school. */
    program_id: integer().references(() => courses.id, { onDelete: 'set null' }),
    application_text: text().notNull().default(''),
    /** The class whose code the child had. */
    cohort_id: integer().references(() => cohorts.id, { onDelete: 'set null' }),
    created_at: moment().notNull().default(sql`now()`),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('child_registrations_by_program').on(table.program_id),
    index('child_registrations_by_cohort').on(table.cohort_id),
    index('child_registrations_by_expiry').on(table.expires_at),
  ],
)
