import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ProjectStatus } from '#contract/projects/projects.schema.ts'
import { moment } from '#server/db/columns.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

export const projects = pgTable(
  'projects',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    summary: text().notNull().default(''),
    content: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    status: text().$type<ProjectStatus>().notNull().default('draft'),
    hidden_reason: text(),
    task_id: integer().references(() => tasks.id, { onDelete: 'set null' }),
    created_at: moment().notNull().default(sql`now()`),
    published_at: moment(),
    deleted_at: moment(),
  },
  (table) => [index('projects_newest').on(table.status, table.published_at, table.id)],
)
export type ProjectRecord = typeof projects.$inferSelect

export const projectAuthors = pgTable(
  'project_authors',
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The first author made the project. */
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project_id, table.user_id] }),
    index('project_authors_by_user').on(table.user_id),
  ],
)

export const projectLikes = pgTable(
  'project_likes',
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.project_id, table.user_id] })],
)

export const projectComments = pgTable(
  'project_comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('project_comments_by_project').on(table.project_id, table.id)],
)
