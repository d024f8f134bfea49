import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, smallint, text } from 'drizzle-orm/pg-core'
import type { ScormVersion } from '#contract/scorm/scorm.schema.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { files } from '#server/files/files.table.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { users } from '#server/users/users.table.ts'

/** A part of a package that is opened by itself, as its manifest lists it. */
export interface PackageItem {
  id: string
  title: string
  /** Below the root of the package, with what follows `?` and `#`. */
  href: string
  reports: boolean
}

/** SCORM packages; the ZIP itself is a stored file. */
export const scormPackages = pgTable(
  'scorm_packages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    file_id: text()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    version: text().$type<ScormVersion>().notNull(),
    items: jsonb().$type<PackageItem[]>().notNull(),
    /** Signs the addresses of what is inside. */
    link_key: bytes().notNull(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('scorm_packages_by_lesson').on(table.lesson_id), index('scorm_packages_by_file').on(table.file_id)],
)

/** The place of each file of a package in its ZIP, so that one is read without reading the others. */
export const scormEntries = pgTable(
  'scorm_entries',
  {
    package_id: integer()
      .notNull()
      .references(() => scormPackages.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    /** The place of its local header, in bytes from the beginning of the ZIP. */
    offset: integer().notNull(),
    compressed_size: integer().notNull(),
    size: integer().notNull(),
    /** 0: stored, 8: deflated. */
    method: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.package_id, table.path] })],
)

/** How far students are in the parts of packages, and what those remember of them. */
export const scormResults = pgTable(
  'scorm_results',
  {
    package_id: integer()
      .notNull()
      .references(() => scormPackages.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    item: text().notNull(),
    completed: boolean().notNull(),
    passed: boolean(),
    score: real(),
    data: text().notNull(),
    updated_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.package_id, table.user_id, table.item] }),
    index('scorm_results_by_user').on(table.user_id),
  ],
)
