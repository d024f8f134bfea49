import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CuratorRight } from '#contract/users/curator-rights.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { moment } from '#server/db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    surname: text().notNull(),
    patronymic: text().notNull().default(''),
    /** The number that the school itself gives a person. */
    own_number: text().notNull().default(''),
    /** In lower case; null for children without an address, who have a login. */
    email: text(),
    /** In lower case: what somebody signs in with instead of an address. */
    login: text(),
    /** When somebody who reads the mail of this address followed a link from it; null until then. */
    email_confirmed_at: moment(),
    /** When a mail server refused this address for good: no letters are sent until it is confirmed again. */
    email_bounced_at: moment(),
    role: text().$type<RoleSlug>().notNull(),
    /** The parts that a curator's rights are limited to; null: all of them, and for everybody else. */
    rights: text().array().$type<CuratorRight[]>(),
    about: text().notNull().default(''),
    /** The person's occupation, in a line. */
    occupation: text().notNull().default(''),
    /** Addresses shown in the profile. */
    links: jsonb().$type<{ title: string; url: string }[]>().notNull().default([]),
    /** Whether the profile lists the courses that the person has finished. */
    shows_courses: boolean().notNull().default(true),
    /** Argon2id; null until the person has set one. */
    password_hash: text(),
    /** File name in the avatars' folder. */
    avatar: text(),
    birth_date: date(),
    /** Since when an account that the school opened for a child waits for a parent's consent; null: it does not. */
    awaits_parent_at: moment(),
    active: boolean().notNull().default(true),
    /** When the account will be erased, as its owner requested; until then they may cancel. */
    erase_at: moment(),
    /** When it was erased: a row without a name that verdicts and histories still refer to. */
    erased_at: moment(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    // a partial index, so that PostgreSQL does not treat the column as a key: erasing changes it, and must not wait for
    // acts that refer to the person and wait for what the erasing locks
    uniqueIndex('users_email_key').on(table.email).where(sql`erased_at is null`),
    uniqueIndex('users_login_key').on(table.login).where(sql`erased_at is null`),
    index('users_awaiting_parents').on(table.awaits_parent_at, table.id).where(sql`awaits_parent_at is not null`),
    index('users_by_name').on(table.surname, table.name, table.id, table.role, table.erased_at),
    // the few that the list of people is narrowed down to
    index('users_off').on(table.id).where(sql`not active`),
    index('users_without_password')
      .on(table.surname, table.name, table.id, table.role, table.created_at)
      .where(sql`password_hash is null and active and awaits_parent_at is null and erased_at is null`),
    index('users_leaving').on(table.id).where(sql`erase_at is not null`),
    // see `spelledPerson`
    index('users_by_search_name').using('gin', sql`search_name gin_trgm_ops`),
    index('users_by_search_text').using('gin', sql`search_text gin_trgm_ops`),
  ],
)
export type User = typeof users.$inferSelect

/**
 * The texts by which people are found, as `exactlySpelled` writes them: columns that the database generates from the
 * others. They are not among those above, so that no query loads them with a person.
 */
export const spelledPerson = {
  /** Name and surname: what everybody may see who may find the person. */
  name: sql.raw('users.search_name'),
  /** With patronymic, address and login, which are for curators. */
  everything: sql.raw('users.search_text'),
}

/**
 * The parents of a child, as the school or the child named them, or as they signed a consent: letters to a child
 * without an address go to the first of them that has one.
 */
export const guardians = pgTable(
  'guardians',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    child_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The full name; empty where only the address is known. */
    name: text().notNull().default(''),
    /** In lower case. */
    email: text(),
  },
  (table) => [
    index('guardians_by_child').on(table.child_id),
    uniqueIndex('guardians_key').on(table.child_id, table.email),
    index('guardians_by_email').on(table.email),
  ],
)
