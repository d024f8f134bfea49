import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ConsentSlug } from '#contract/consents/consents.schema.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Who agreed to which version of which document, when and from where, and when they took it back (152-ФЗ, art. 9). */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text().$type<ConsentSlug>().notNull(),
    version: integer().notNull(),
    /** IP address; empty for one on paper, and once the person is erased. */
    address: text().notNull(),
    given_at: moment().notNull().default(sql`now()`),
    /** A parent's consent: the name and address it was given from; the address may be empty for one on paper. */
    parent: jsonb().$type<{ name: string; email: string }>(),
    /** SHA-256 of the link by which the parent sees the consent and takes it back. */
    link_hash: bytes(),
    /** Set for a consent on paper: the day it was signed. Its scan is the file that the row uses. */
    signed_on: date(),
    withdrawn_at: moment(),
    withdrawn_address: text(),
  },
  (table) => [
    index('consents_by_user').on(table.user_id, table.document),
    index('consents_newest').on(table.given_at),
    index('consents_by_link').on(table.link_hash).where(sql`link_hash is not null`),
  ],
)
export type ConsentRecord = typeof consents.$inferSelect

/** How often the parents of a child whose account waits were asked; a row for each child that was asked about. */
export const consentRequests = pgTable('consent_requests', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** When a letter was last asked for: the next reminder waits for a day. */
  asked_at: moment().notNull(),
  /** When letters last left, and how many times they have. */
  sent_at: moment(),
  letters: integer().notNull().default(0),
})
