import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Passkeys (WebAuthn) of people: their public keys. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** In base 64 for addresses. */
    credential_id: text().notNull(),
    public_key: bytes().notNull(),
    /** How often it has signed; 0 where the device does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    used_at: moment(),
  },
  (table) => [
    uniqueIndex('passkeys_by_credential').on(table.credential_id),
    index('passkeys_by_user').on(table.user_id),
  ],
)

/** What a browser has been asked to sign, once; only its SHA-256 is kept. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge_hash: bytes().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For a new passkey, or to sign in. */
    purpose: text().notNull().$type<'create' | 'sign-in'>(),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('passkey_challenges_by_user').on(table.user_id),
    index('passkey_challenges_by_expiry').on(table.expires_at),
  ],
)
