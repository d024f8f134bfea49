import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PeopleField } from '#contract/people-imports/people-fields.ts'
import type {
  PeopleColumns,
  PeopleCounts,
  PeopleImportStatus,
  PeopleVerdict,
  ReadSheets,
} from '#contract/people-imports/people-imports.schema.ts'
import { moment } from '#server/db/columns.ts'
import type { RowErrors, WantedPerson } from '#server/people-imports/read-person.ts'
import { users } from '#server/users/users.table.ts'

/** Files of people that were checked, and perhaps applied. */
export const peopleImports = pgTable(
  'people_imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text().$type<PeopleImportStatus>().notNull().default('ready'),
    file_name: text().notNull(),
    columns: jsonb().$type<PeopleColumns>().notNull(),
    headings: jsonb().$type<string[]>().notNull(),
    sheets: jsonb().$type<ReadSheets>(),
    counts: jsonb().$type<PeopleCounts>().notNull(),
    new_classes: jsonb().$type<string[]>().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    applied_at: moment(),
    undone_at: moment(),
  },
  (table) => [index('people_imports_by_user').on(table.user_id), index('people_imports_by_time').on(table.created_at)],
)

/** The rows of a file; what they say of people is deleted once it was applied. */
export const peopleImportRows = pgTable(
  'people_import_rows',
  {
    import_id: integer()
      .notNull()
      .references(() => peopleImports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    verdict: text().$type<PeopleVerdict>().notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** As the file writes it. */
    name: text().notNull(),
    wanted: jsonb().$type<WantedPerson>().notNull(),
    /** What is wrong with the row itself, whatever the school has. */
    file_errors: jsonb().$type<RowErrors>().notNull(),
    errors: jsonb().$type<RowErrors>().notNull(),
    changes: jsonb().$type<PeopleField[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.line] }),
    index('people_import_rows_by_user').on(table.user_id),
  ],
)

/**
 * What an applied import has changed: a row of a table before and after, with its key in both, and of a changed row
 * only the columns that differ. Undoing restores `before`, once everything is still as in `after`.
 */
export const peopleImportChanges = pgTable(
  'people_import_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    import_id: integer()
      .notNull()
      .references(() => peopleImports.id, { onDelete: 'cascade' }),
    /** The person that it is about; null for a class. */
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    key: jsonb().$type<Record<string, number>>().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index('people_import_changes_by_import').on(table.import_id),
    index('people_import_changes_by_user').on(table.user_id),
  ],
)
