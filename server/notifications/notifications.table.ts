import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { announcements } from '#server/announcements/announcements.table.ts'
import { moment } from '#server/db/columns.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { projects } from '#server/projects/projects.table.ts'
import { users } from '#server/users/users.table.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The recipient. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<NotificationType>().notNull(),
    /** The person whose act it is about. */
    actor_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** HTML with escaped names. */
    title: text().notNull(),
    comment: text(),
    project_id: integer().references(() => projects.id, { onDelete: 'set null' }),
    /** The key in the address of a project seen by link, when the person was there. */
    project_key: text(),
    lesson_id: integer().references(() => lessons.id, { onDelete: 'set null' }),
    announcement_id: integer().references(() => announcements.id, { onDelete: 'cascade' }),
    task_status: text().$type<TaskStatus>(),
    /** Where on the page of its lesson or project the event is: the id of an element; of a certificate its number. */
    place: text(),
    /** Identifies what it is about: a person gets one notification per value. */
    same_as: text(),
    /** False for people who get this kind by letter or push alone: they see it in no list. */
    on_site: boolean().notNull().default(true),
    created_at: moment().notNull().default(sql`now()`),
    read_at: moment(),
  },
  (table) => [
    index('notifications_newest').on(table.user_id, table.id),
    index('notifications_unread').on(table.user_id).where(sql`read_at is null`),
    // taking an import back deletes its lessons, and each of them is looked for here
    index('notifications_of_lessons').on(table.lesson_id).where(sql`lesson_id is not null`),
    index('notifications_of_announcements').on(table.announcement_id).where(sql`announcement_id is not null`),
    unique('notifications_once').on(table.user_id, table.same_as),
  ],
)
