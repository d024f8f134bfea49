import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
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

/** Who agreed to which version of which document, when and from where, and when they took it back (152-ФЗ, art. 9). */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text().$type<DocumentSlug>().notNull(),
    version: integer().notNull(),
    /** IP address; empty once the person was erased. */
    address: text().notNull(),
    given_at: moment().notNull().default(sql`now()`),
    /** A parent's consent: the name and the address that it was given from. */
    parent: jsonb().$type<{ name: string; email: string }>(),
    withdrawn_at: moment(),
    withdrawn_address: text(),
  },
  (table) => [index('consents_by_user').on(table.user_id, table.document), index('consents_newest').on(table.given_at)],
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
