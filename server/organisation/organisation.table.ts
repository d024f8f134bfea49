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
  /** The published content. */
  content: jsonb().$type<OrganisationContent>().notNull(),
  /** When the published content was changed: the last save before its publication. */
  changed_at: moment(),
  published_at: moment(),
  published_by: integer().references(() => users.id, { onDelete: 'set null' }),
  /** Unpublished changes; null without any. */
  draft: jsonb().$type<OrganisationContent>(),
  /** Never goes back. */
  draft_revision: integer().notNull().default(0),
  draft_saved_at: moment(),
  draft_saved_by: integer().references(() => users.id, { onDelete: 'set null' }),
  /** Since when there has been a draft: ten working days run from here (ПП РФ № 1802, п. 16). */
  draft_since: moment(),
  /** `draft_since` of the last draft when it was discarded, and when that was; null while there is a draft. */
  dropped_since: moment(),
  dropped_at: moment(),
  /** A short fingerprint of what the platform fills in on the page; null until the first check. */
  filled_mark: text(),
  /** When it last changed; null when it never did. */
  filled_at: moment(),
})

/** Every published version of a page. */
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

/** The organisation's documents; replaced and removed ones stay in the archive. */
export const organisationDocuments = pgTable(
  'organisation_documents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    file_id: text()
      .notNull()
      .references(() => files.id),
    /** The detached signature. */
    signature_file_id: text().references(() => files.id),
    /** The date of the document itself. */
    dated_on: date(),
    valid_from: date(),
    valid_until: date(),
    signer: text().notNull().default(''),
    signer_post: text().notNull().default(''),
    signed_at: moment(),
    /** Number of the signature's certificate. */
    certificate: text().notNull().default(''),
    /** The kind, when the platform generated it. */
    made_as: text().$type<MadeKind>(),
    /** A short fingerprint of the data it was generated from. */
    made_from: text(),
    /** The number of the simple electronic signature, by which everybody can confirm it. */
    signature_number: text().unique(),
    /** The school's act that makes such signatures valid. */
    signature_rules: text().notNull().default(''),
    signed_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Whether a published page has shown it, so that everybody may read it. */
    published: boolean().notNull().default(false),
    replaced_by: integer().references((): AnyPgColumn => organisationDocuments.id, { onDelete: 'set null' }),
    archived_at: moment(),
    /** When its description was last changed; null when it never was. */
    changed_at: moment(),
    created_at: moment().notNull().default(sql`now()`),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('organisation_documents_newest').on(table.archived_at, table.id),
    // so that a file can be deleted without reading every document
    index('organisation_documents_by_file').on(table.file_id),
    index('organisation_documents_by_signature').on(table.signature_file_id).where(sql`signature_file_id is not null`),
    index('organisation_documents_made').on(table.made_as, table.id).where(sql`made_as is not null`),
  ],
)
