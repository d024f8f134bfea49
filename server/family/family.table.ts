import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/db/columns.ts'

/**
 * The links by which a parent sees their children; only the SHA-256 of each is kept. Each letter has a link of its own,
 * and all of an address end together.
 */
export const familyLinks = pgTable(
  'family_links',
  {
    token_hash: bytes().primaryKey(),
    /** The parent's address, as among the guardians of the children; in lower case. */
    email: text().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    /** Null for the lasting link; that of a weekly letter ends after some months. */
    expires_at: moment(),
  },
  (table) => [index('family_links_by_email').on(table.email)],
)

/** Parents who want a letter every week. */
export const familyLetters = pgTable('family_letters', {
  email: text().primaryKey(),
  /** The letters planned for another moment than this belong to a wish that was taken back. */
  since: moment().notNull(),
})
