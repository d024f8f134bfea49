import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Every version of the school's documents; the highest is in force. */
export const documentVersions = pgTable(
  'document_versions',
  {
    slug: text().$type<DocumentSlug>().notNull(),
    version: integer().notNull(),
    content: text().notNull(),
    published_at: moment().notNull().default(sql`now()`),
    published_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
)
