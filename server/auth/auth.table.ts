import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** A bearer token that works; only its SHA-256 is kept. */
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

/** Things that are counted against a limit: one row each time. */
export const throttleHits = pgTable(
  'throttle_hits',
  { id: integer().primaryKey().generatedAlwaysAsIdentity(), key: text().notNull(), at: moment().notNull() },
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
    created_at: moment().notNull().default(sql`now()`),
    expires_at: moment().notNull(),
  },
  (table) => [index('child_registrations_by_expiry').on(table.expires_at)],
)
