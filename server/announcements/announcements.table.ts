import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** What the staff announce to students of courses and classes, to roles, or to the whole school. */
export const announcements = pgTable(
  'announcements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    author_id: integer()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    /** Clean HTML. */
    content: text().notNull(),
    must_read: boolean().notNull(),
    show_at: moment().notNull(),
    /** Ids that no longer exist reach nobody. */
    to_courses: integer().array().notNull(),
    to_cohorts: integer().array().notNull(),
    to_roles: text().array().$type<RoleSlug[]>().notNull(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('announcements_newest').on(table.show_at, table.id),
    index('announcements_by_author').on(table.author_id),
  ],
)

export const announcementReads = pgTable(
  'announcement_reads',
  {
    announcement_id: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    read_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.announcement_id, table.user_id] }),
    index('announcement_reads_by_user').on(table.user_id),
  ],
)
