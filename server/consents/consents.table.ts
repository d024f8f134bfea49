import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
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
    document: text().$type<DocumentSlug>().notNull(),
    version: integer().notNull(),
    /** IP address; empty once the person is erased. */
    address: text().notNull(),
    given_at: moment().notNull().default(sql`now()`),
    /** A parent's consent: the name and address it was given from. */
    parent: jsonb().$type<{ name: string; email: string }>(),
    /** SHA-256 of the link by which the parent sees the consent and takes it back. */
    link_hash: bytes(),
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
