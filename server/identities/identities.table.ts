import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sessions } from '#server/auth/auth.table.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { sealedText } from '#server/db/sealed.ts'
import type { ProvedPerson } from '#server/identities/claims.ts'
import { users } from '#server/users/users.table.ts'

/** Accounts at an identity provider that sign in to accounts of ours. */
export const userIdentities = pgTable(
  'user_identities',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider's address, and its own lasting name of the person: `iss` and `sub` of OpenID Connect. */
    issuer: text().notNull(),
    subject: text().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    used_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('user_identities_key').on(table.issuer, table.subject),
    // an address that the provider gives to somebody else leads to nobody's account
    uniqueIndex('user_identities_by_user').on(table.user_id, table.issuer),
  ],
)

/** Sign-ins by the provider that are under way, for some minutes. */
export const providerSignIns = pgTable(
  'provider_sign_ins',
  {
    /** SHA-256 of what the browser that began it has. */
    key_hash: bytes().primaryKey(),
    state: text().notNull(),
    nonce: text().notNull(),
    /** The code verifier of PKCE (RFC 7636). */
    verifier: text().notNull(),
    /** When the provider's answer was handed over, which is accepted once. */
    answered_at: moment(),
    /** The person whom the provider has named; null until then. */
    person: jsonb().$type<ProvedPerson>(),
    expires_at: moment().notNull(),
  },
  (table) => [index('provider_sign_ins_by_expiry').on(table.expires_at)],
)

/** The provider's name of a session of ours, so that either side can end it. */
export const providerSessions = pgTable(
  'provider_sessions',
  {
    token_hash: bytes()
      .primaryKey()
      .references(() => sessions.token_hash, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The provider's own id of its session; null where it has none. */
    sid: text(),
    /** The signed proof of the sign-in: with it the provider ends its session without asking. */
    id_token: sealedText('provider_sessions.id_token').notNull(),
  },
  (table) => [
    index('provider_sessions_by_subject').on(table.subject, table.issuer),
    index('provider_sessions_by_sid').on(table.sid, table.issuer),
  ],
)

/** Messages of the provider that somebody has signed out there: each counts once. */
export const providerLogouts = pgTable(
  'provider_logouts',
  {
    /** SHA-256 of the message's id. */
    id_hash: bytes().primaryKey(),
    expires_at: moment().notNull(),
  },
  (table) => [index('provider_logouts_by_expiry').on(table.expires_at)],
)
