import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type {
  ProjectStatus,
  ProjectVisibility,
  ReportReason,
  ReportResolution,
} from '#contract/projects/projects.schema.ts'
import { moment } from '#server/db/columns.ts'
import { files } from '#server/files/files.table.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

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
    /** Who sees it once it is published. */
    visibility: text().$type<ProjectVisibility>().notNull().default('public'),
    /** What the address of a project that is seen by link carries. */
    link_key: text(),
    /** A picture its authors chose; null for the drawn cover. */
    cover_file_id: text().references(() => files.id, { onDelete: 'set null' }),
    /** How often the page was opened; nobody is told apart. */
    views: integer().notNull().default(0),
    /** Words in all their forms, ё as е; kept by the database. */
    search_words: tsvector().generatedAlwaysAs((): SQL => sql`project_search_words(name, summary, tags, content)`),
    /** What is looked for letter by letter, each Russian one as one of ASCII (see `spelled`); kept by the database. */
    search_text: text().generatedAlwaysAs((): SQL => sql`project_search_text(name, summary, tags)`),
    task_id: integer().references(() => tasks.id, { onDelete: 'set null' }),
    created_at: moment().notNull().default(sql`now()`),
    published_at: moment(),
    deleted_at: moment(),
  },
  (table) => [
    index('projects_newest').on(table.status, table.published_at, table.id),
    index('projects_by_tag').using('gin', table.tags),
    index('projects_by_words').using('gin', table.search_words),
    index('projects_by_text').using('gin', sql`${table.search_text} gin_trgm_ops`),
  ],
)

const { search_words, search_text, ...columns } = getTableColumns(projects)

/**
 * Whether everybody who agreed to be named has asked to be erased: until they are, or change their mind, the project is as
 * if it were not published. The one place of this rule: lists ask it by `shownTo`, pages and files by `canSeeProject`.
 */
export const withheld = sql<boolean>`(projects.id in (
  select leaving.project_id from users
  join project_authors leaving on leaving.user_id = users.id and leaving.agreed_at is not null
  where users.erase_at is not null and not exists (
    select 1 from project_authors staying join users stays on stays.id = staying.user_id
    where staying.project_id = leaving.project_id and staying.agreed_at is not null
      and stays.erase_at is null and stays.erased_at is null)))`

/** A row without what is kept for the search alone. */
export const projectColumns = { ...columns, withheld }
export type ProjectRecord = Omit<typeof projects.$inferSelect, 'search_words' | 'search_text'> & { withheld: boolean }

const { content, ...withoutText } = projectColumns

/** What a gallery shows: the row without its long text. */
export const projectCardColumns = withoutText
export type ProjectCardRecord = Omit<ProjectRecord, 'content'>

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
    /** When the person agreed to be named; null while a co-author was only asked. */
    agreed_at: moment(),
    /** Place among the projects of the person's profile; null: by date, after those with a place. */
    profile_position: integer(),
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
    /** The comment that this one answers. */
    parent_id: integer().references((): AnyPgColumn => projectComments.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The key of the project's address that its writer came with: what they are told later leads them back by it. */
    link_key: text(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('project_comments_by_project').on(table.project_id, table.id),
    index('project_comments_in_order').on(table.project_id, sql`(coalesce(parent_id, id))`, table.id),
    index('project_comments_by_parent').on(table.parent_id),
  ],
)

/**
 * The words of each project's name, tags and summary as `search_words` has them, for corrections of mistyped ones; kept by
 * the database.
 */
export const projectWords = pgTable(
  'project_words',
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    word: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project_id, table.word] }),
    index('project_words_by_spelling').using('gin', sql`spelled(${table.word}) gin_trgm_ops`),
  ],
)

/** What readers find wrong with a project or a comment, until a curator has looked. */
export const projectReports = pgTable(
  'project_reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Null: the project itself. */
    comment_id: integer().references(() => projectComments.id, { onDelete: 'set null' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    text: text().notNull().default(''),
    created_at: moment().notNull().default(sql`now()`),
    resolution: text().$type<ReportResolution>(),
    resolved_at: moment(),
    resolved_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('project_reports_open').on(table.resolved_at, table.created_at),
    index('project_reports_by_project').on(table.project_id),
    index('project_reports_by_comment').on(table.comment_id),
  ],
)
