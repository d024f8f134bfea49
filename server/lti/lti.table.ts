import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { type LtiScope, type LtiScopeName, ltiScopeNames } from '#contract/lti/lti-limits.ts'
import type { ltiActivities, ltiGradings } from '#contract/lti/lti-services.schema.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { sealedText } from '#server/db/sealed.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { users } from '#server/users/users.table.ts'

/** The keys that messages to tools are signed with. The private part is read by `platform-key.ts` alone. */
export const ltiKeys = pgTable('lti_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kid: text().notNull(),
  /** PKCS #8 in PEM: readable, since the server has to sign. */
  private_key: sealedText('lti_keys.private_key').notNull(),
  public_jwk: jsonb().notNull().$type<{ n: string; e: string }>(),
  created_at: moment().notNull().default(sql`now()`),
  /** Another one signs since; its public part is still published for a day. */
  retired_at: moment(),
})

/** Tools of other sites, as curators have registered them. */
export const ltiTools = pgTable(
  'lti_tools',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    client_id: text().notNull(),
    login_url: text().notNull(),
    target_url: text().notNull(),
    redirect_urls: text().array().notNull(),
    jwks_url: text(),
    public_key: text(),
    shares_name: boolean().notNull(),
    shares_email: boolean().notNull(),
    /** What it may ask for about its columns. */
    scopes: text()
      .array()
      .notNull()
      .$type<LtiScopeName[]>()
      .default([...ltiScopeNames]),
    created_at: moment().notNull().default(sql`now()`),
    /** Removed: results that came from it stay. */
    deleted_at: moment(),
  },
  (table) => [uniqueIndex('lti_tools_by_client').on(table.client_id)],
)

/** Tools in lessons. */
export const ltiLinks = pgTable(
  'lti_links',
  {
    /** From the sequence of quizzes, whose columns are beside its own in the journal (record 0112). */
    id: integer().primaryKey().default(sql`nextval('quizzes_id_seq')`),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    tool_id: integer()
      .notNull()
      .references(() => ltiTools.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    custom: jsonb().notNull().$type<Record<string, string>>(),
    max_points: doublePrecision().notNull(),
    in_journal: boolean().notNull(),
    /** Taken out of its lesson; it stays for its results. */
    deleted_at: moment(),
  },
  (table) => [index('lti_links_by_lesson').on(table.lesson_id), index('lti_links_by_tool').on(table.tool_id)],
)

/** The signs that tools know people by: random ones, another in each tool. */
export const ltiSubjects = pgTable(
  'lti_subjects',
  {
    tool_id: integer()
      .notNull()
      .references(() => ltiTools.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tool_id, table.user_id] }),
    uniqueIndex('lti_subjects_by_subject').on(table.subject),
    index('lti_subjects_by_user').on(table.user_id),
  ],
)

/** Who has consented to what a tool learns of them. */
export const ltiConsents = pgTable(
  'lti_consents',
  {
    tool_id: integer()
      .notNull()
      .references(() => ltiTools.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Never more than the tool's own columns of these names say. */
    shares_name: boolean().notNull(),
    shares_email: boolean().notNull(),
    agreed_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.tool_id, table.user_id] }), index('lti_consents_by_user').on(table.user_id)],
)

/** Launches that a browser has not finished yet; of the token only its SHA-256 is kept. */
export const ltiLaunches = pgTable(
  'lti_launches',
  {
    token_hash: bytes().primaryKey(),
    link_id: integer()
      .notNull()
      .references(() => ltiLinks.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    target: text().notNull().$type<'frame' | 'window'>(),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('lti_launches_by_link').on(table.link_id),
    index('lti_launches_by_user').on(table.user_id),
    index('lti_launches_by_expiry').on(table.expires_at),
  ],
)

/** What tools have reported of students: the newest report of each. */
export const ltiResults = pgTable(
  'lti_results',
  {
    link_id: integer()
      .notNull()
      .references(() => ltiLinks.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By the tool's scale; null: it has given none. */
    given: doublePrecision(),
    maximum: doublePrecision(),
    activity: text().notNull().$type<(typeof ltiActivities)[number]>(),
    grading: text().notNull().$type<(typeof ltiGradings)[number]>(),
    comment: text().notNull(),
    /** By the clock of the tool: an older report changes nothing. */
    scored_at: moment().notNull(),
    updated_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.link_id, table.user_id] }), index('lti_results_by_user').on(table.user_id)],
)

/** Tokens of tools; only their SHA-256 is kept. */
export const ltiTokens = pgTable(
  'lti_tokens',
  {
    token_hash: bytes().primaryKey(),
    tool_id: integer()
      .notNull()
      .references(() => ltiTools.id, { onDelete: 'cascade' }),
    scopes: text().array().notNull().$type<LtiScope[]>(),
    expires_at: moment().notNull(),
  },
  (table) => [index('lti_tokens_by_tool').on(table.tool_id), index('lti_tokens_by_expiry').on(table.expires_at)],
)

/** Assertions that were used, until they expire: each is good for one token. */
export const ltiAssertions = pgTable(
  'lti_assertions',
  {
    tool_id: integer()
      .notNull()
      .references(() => ltiTools.id, { onDelete: 'cascade' }),
    jti_hash: bytes().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tool_id, table.jti_hash] }),
    index('lti_assertions_by_expiry').on(table.expires_at),
  ],
)
