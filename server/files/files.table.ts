import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/**
 * `uploading`: bytes may be missing. `ready`: complete and checked. `deleting`: about to be deleted, nothing may use
 * it.
 */
export type FileStatus = 'uploading' | 'ready' | 'deleting'

export const files = pgTable(
  'files',
  {
    /** The id of the tus upload. */
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** As the uploader declared until the file is ready, then detected from its bytes. */
    type: text().notNull(),
    /** Whether its bytes are clearly something else than its extension says; of a ready file. */
    disguised: boolean().notNull().default(false),
    size: bigint({ mode: 'number' }).notNull(),
    /** In hexadecimal digits; null until the file is ready. */
    sha256: text(),
    status: text().$type<FileStatus>().notNull().default('uploading'),
    /** In pixels as displayed, for a picture. */
    width: integer(),
    height: integer(),
    /** Signs the links to this file. */
    link_key: bytes().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    /** When bytes were last received, or a use began or ended: files that are unused and untouched are swept. */
    touched_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('files_by_user').on(table.user_id),
    index('files_by_status').on(table.status, table.touched_at),
    index('files_without_hash').on(table.id).where(sql`sha256 is null and status = 'ready'`),
  ],
)
export type FileRecord = typeof files.$inferSelect

/** What can use a file; `owner_id` is the id of such a row. */
export type FileOwner =
  | 'course'
  | 'announcement'
  | 'lesson'
  | 'lesson-version'
  | 'assignment'
  | 'task-draft'
  | 'attempt'
  | 'thread-entry'
  | 'project'
  | 'project-cover'
  | 'organisation-page'
  | 'organisation-draft'
  | 'organisation-version'
  | 'organisation-document'
  | 'scorm-package'
  | 'school-announcement'
  | 'draft'
  | 'consent'

/** What uses which file. A file without a row here belongs to its uploader alone and is swept after a while. */
export const fileUses = pgTable(
  'file_uses',
  {
    file_id: text()
      .notNull()
      .references(() => files.id),
    owner: text().$type<FileOwner>().notNull(),
    owner_id: integer().notNull(),
    /** Position in the owner's list of files; null for a file inside its text. */
    position: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.owner_id, table.file_id] }),
    index('file_uses_by_file').on(table.file_id),
  ],
)

/** Where people stopped watching. */
export const filePlaces = pgTable(
  'file_places',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    file_id: text()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    seconds: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.file_id] }), index('file_places_by_file').on(table.file_id)],
)
