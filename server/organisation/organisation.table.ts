import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { MadeKind } from '#contract/organisation/made-documents.schema.ts'
import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { moment } from '#server/db/columns.ts'
import { files } from '#server/files/files.table.ts'
import { users } from '#server/users/users.table.ts'

/** The pages of the organisation section, by number; a page without a row is empty. */
export const organisationRecords = pgTable('organisation_pages', {
  number: integer().primaryKey(),
  /** What is published. */
  content: jsonb().$type<OrganisationContent>().notNull(),
  /** When what is published was changed: the last saving before it was. */
  changed_at: moment(),
  published_at: moment(),
  published_by: integer().references(() => users.id, { onDelete: 'set null' }),
  /** What curators have changed since; null when nothing. */
  draft: jsonb().$type<OrganisationContent>(),
  /** Never goes back. */
  draft_revision: integer().notNull().default(0),
  draft_saved_at: moment(),
  draft_saved_by: integer().references(() => users.id, { onDelete: 'set null' }),
  /** Since when there has been a draft: ten working days run from here (ПП РФ № 1802, п. 16). */
  draft_since: moment(),
  /** What the platform fills of the page, in one short word; null until it was looked at first. */
  filled_mark: text(),
  /** When that was last seen to change; null while it never was. */
  filled_at: moment(),
})

/** Every version of a page that was published. */
export const organisationVersions = pgTable(
  'organisation_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    number: integer().notNull(),
    content: jsonb().$type<OrganisationContent>().notNull(),
    published_at: moment().notNull().default(sql`now()`),
    published_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('organisation_versions_by_page').on(table.number, table.id)],
)

/** The organisation's documents; what was replaced or taken down stays in the archive. */
export const organisationDocuments = pgTable(
  'organisation_documents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    file_id: text()
      .notNull()
      .references(() => files.id),
    /** The detached signature beside it. */
    signature_file_id: text().references(() => files.id),
    /** Of the document itself. */
    dated_on: date(),
    valid_from: date(),
    valid_until: date(),
    signer: text().notNull().default(''),
    signer_post: text().notNull().default(''),
    signed_at: moment(),
    /** Number of the signature's certificate. */
    certificate: text().notNull().default(''),
    /** What the platform made it from, when it did. */
    made_as: text().$type<MadeKind>(),
    /** The data it was made from, in one short word. */
    made_from: text(),
    /** Number of the simple electronic signature, by which everybody may confirm it. */
    signature_number: text().unique(),
    /** The school's act by which such signatures count. */
    signature_rules: text().notNull().default(''),
    signed_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Whether a published page has shown it: then everybody may read it. */
    published: boolean().notNull().default(false),
    replaced_by: integer().references((): AnyPgColumn => organisationDocuments.id, { onDelete: 'set null' }),
    archived_at: moment(),
    created_at: moment().notNull().default(sql`now()`),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('organisation_documents_newest').on(table.archived_at, table.id),
    index('organisation_documents_made').on(table.made_as, table.id).where(sql`made_as is not null`),
  ],
)
