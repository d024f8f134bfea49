import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { anywhere } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { searchable, spelled } from '#server/db/spelled.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { correctWords } from '#server/projects/correct-words.repo.ts'
import { byNamedAuthor } from '#server/projects/projects.repo.ts'
import { projectAuthors, projectCardColumns, projectLikes, projects } from '#server/projects/projects.table.ts'
import {
  hasSeveralWords,
  literal,
  matchesSearch,
  type Reading,
  relevance,
} from '#server/projects/search-projects.repo.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import { tasks } from '#server/tasks/tasks.table.ts'

/** Rows of a page of the gallery. */
export const projectPageSize = 24

/** What the gallery may be narrowed down to. */
export interface ProjectFilter {
  search?: string | undefined
  tag?: string | undefined
  course_id?: number | undefined
  user_id?: number | undefined
  /** Of the first publication, in UTC. */
  year?: number | undefined
}

export interface GalleryQuestion extends ProjectFilter {
  sort?: 'new' | 'popular' | undefined
  page: number
  /** Those that the reader's lists show. */
  visibilities: ProjectVisibility[]
}

const fromCourse = (db: Db, courseId: number) =>
  inArray(
    projects.task_id,
    db
      .select({ id: tasks.id })
      .from(tasks)
      .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
      .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
      .where(eq(lessons.course_id, courseId)),
  )

/** PostgreSQL takes no U+0000, and no tag has one. */
const plainTag = (tag: string | undefined) => searchable((tag ?? '').replaceAll('\u0000', '').trim())

/** Case and the dots of «ё» aside; the first condition goes by an index, the second one is exact. */
const withTag = (tag: string) => {
  return sql`(search_text like ${anywhere(spelled(tag))} and exists (
    select 1 from unnest(${projects.tags}) as tag where translate(lower(tag), 'ё', 'е') = ${tag}))`
}

const inYear = (year: number) => {
  const start = (at: number) => new Date(Date.UTC(at, 0, 1)).toISOString()
  return sql`(${projects.published_at} >= ${start(year)} and ${projects.published_at} < ${start(year + 1)})`
}

const newestFirst = [desc(projects.published_at), desc(projects.id)]

/** Likes of everything, counted once; for the order by popularity. */
const likeCounts = (db: Db) =>
  db
    .select({ project_id: projectLikes.project_id, count: count().as('count') })
    .from(projectLikes)
    .groupBy(projectLikes.project_id)
    .as('liked')

const orderOf = ({ sort, search }: GalleryQuestion, reading: Reading): SQL[] => {
  if (sort === 'popular') return [sql`coalesce(liked.count, 0) desc`, ...newestFirst]
  const fits = sort === undefined && search ? relevance(search, reading) : null
  return fits ? [sql`${fits} desc`, ...newestFirst] : newestFirst
}

const listFound = async (db: Db, question: GalleryQuestion, reading: Reading) => {
  const { search, course_id, user_id, year, page, visibilities } = question
  const tag = plainTag(question.tag)
  const where = and(
    shownTo(visibilities),
    matchesSearch(search, reading),
    tag ? withTag(tag) : undefined,
    course_id ? fromCourse(db, course_id) : undefined,
    user_id ? byNamedAuthor(db, eq(projectAuthors.user_id, user_id)) : undefined,
    year ? inYear(year) : undefined,
  )
  // what a search finds is found once, for its rows and for their number
  const found = db.$with('found').as(db.select({ id: projects.id }).from(projects).where(where))
  const total = sql<number>`(select count(*)::int from found)`
  const query = db
    .with(found)
    .select({ project: projectCardColumns, total })
    .from(projects)
    .innerJoin(found, eq(found.id, projects.id))
    .orderBy(...orderOf(question, reading))
    .limit(projectPageSize)
    .offset((page - 1) * projectPageSize)
    .$dynamic()
  const liked = likeCounts(db)
  const rows = await (question.sort === 'popular' ? query.leftJoin(liked, eq(liked.project_id, projects.id)) : query)
  return {
    rows: rows.map(({ project }) => project),
    // beyond the last page no row tells it
    total: rows[0]?.total ?? (page === 1 ? 0 : await countFound(db, where)),
    close: reading !== literal,
  }
}

const countFound = async (db: Db, where: SQL | undefined) => {
  const [row] = await db.select({ total: count() }).from(projects).where(where)
  return row?.total ?? 0
}

/**
 * One page of the published projects. Where nothing fits the search, what comes close to all of its words, or else to one
 * of them: `close`.
 */
export const listPublishedProjects = async (db: Db, question: GalleryQuestion) => {
  const exact = await listFound(db, question, literal)
  const { search } = question
  if (exact.total > 0 || !search?.trim()) return exact
  const corrections = await db.transaction((tx) => correctWords(tx, search))
  const close = await listFound(db, question, { corrections, any: false })
  return close.total > 0 || !hasSeveralWords(search) ? close : listFound(db, question, { corrections, any: true })
}

/** Tags by the spelling that most projects use, the most used first; `beside` counts those of projects with that tag. */
const listTags = async (db: Db, visibilities: ProjectVisibility[], most: number, beside?: string) => {
  const rows = await db
    .select({
      name: sql<string>`mode() within group (order by tag)`,
      count: sql<number>`count(*)::int`,
    })
    .from(sql`${projects} cross join lateral unnest(${projects.tags}) as tag`)
    .where(
      and(
        shownTo(visibilities),
        beside === undefined ? undefined : and(withTag(beside), sql`translate(lower(tag), 'ё', 'е') <> ${beside}`),
      ),
    )
    .groupBy(sql`translate(lower(tag), 'ё', 'е')`)
    .orderBy(sql`count(*) desc`, sql`1`)
    .limit(most)
  return rows
}

/** What the gallery can be narrowed to. */
export const listFilters = async (db: Db, visibilities: ProjectVisibility[]) => {
  const tags = await listTags(db, visibilities, 40)
  const year = sql<number>`extract(year from ${projects.published_at} at time zone 'UTC')::int`
  const years = await db
    .select({ year, count: sql<number>`count(*)::int` })
    .from(projects)
    .where(shownTo(visibilities))
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
  const { rows: courses } = await db.execute<{ id: number; name: string; count: number }>(sql`
    select courses.id, courses.name, count(*)::int as count
    from projects
    join tasks on tasks.id = projects.task_id
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    join courses on courses.id = lessons.course_id and courses.deleted_at is null
    where ${shownTo(visibilities)}
    group by courses.id, courses.name order by count(*) desc, courses.name`)
  return { tags, years, courses }
}

/** A tag as most projects write it, with what stands beside it; null when no project has it. */
export const findTag = async (db: Db, name: string, visibilities: ProjectVisibility[]) => {
  const tag = plainTag(name)
  if (tag === '') return null
  const [row] = await db
    .select({
      name: sql<string>`mode() within group (order by tag)`,
      count: sql<number>`count(*)::int`,
    })
    .from(sql`${projects} cross join lateral unnest(${projects.tags}) as tag`)
    .where(and(shownTo(visibilities), withTag(tag), sql`translate(lower(tag), 'ё', 'е') = ${tag}`))
  if (!row || row.count === 0) return null
  return { ...row, neighbours: await listTags(db, visibilities, 12, tag) }
}
