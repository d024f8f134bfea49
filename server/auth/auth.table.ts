import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { sealedText } from '#server/db/sealed.ts'
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
    /** The id of the session in lists. */
    id: integer().generatedAlwaysAsIdentity(),
    /** When the password was last given in it. */
    password_at: moment().notNull().default(sql`now()`),
    /** Browser and system in words, «Chrome, Windows»; empty when they are unknown. */
    device: text().notNull().default(''),
    /** The curator who looks at the site as the person; null: their own sign-in. */
    looker_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The network it was opened from: an IPv4 address or the /64 of an IPv6 one; empty when it is unknown. */
    network: text().notNull().default(''),
  },
  (table) => [
    index('sessions_by_user').on(table.user_id),
    index('sessions_by_looker').on(table.looker_id).where(sql`looker_id is not null`),
    index('sessions_by_expiry').on(table.expires_at),
    uniqueIndex('sessions_by_id').on(table.id),
  ],
)

/** Devices that a person has signed in with: on another one they get a letter. */
export const knownDevices = pgTable(
  'known_devices',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of browser, system and the wider network. */
    device_hash: bytes().notNull(),
    used_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.device_hash] })],
)

/** A person's authenticator app (RFC 6238). */
export const secondFactors = pgTable('second_factors', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In base 32. */
  secret: sealedText('second_factors.secret').notNull(),
  /** When a first code proved that the app has the secret; until then nothing asks for codes. */
  confirmed_at: moment(),
  /** The time step of the last accepted code: it and earlier ones are not accepted again. */
  last_step: integer(),
  created_at: moment().notNull().default(sql`now()`),
})

/** Codes that replace the authenticator app, each used once; only their SHA-256 is kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
)

/** When a person last used the site, within an hour; it outlives their sessions. */
export const lastVisits = pgTable(
  'last_visits',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
  },
  (table) => [index('last_visits_by_time').on(table.at, table.user_id)],
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

/**
 * A link from a letter that confirms an address; it works until it expires, however often it is followed. With the
 * address of a parent it asks for consent to a child's account that the school opened.
 */
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
