import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import type { Db } from '#server/db/database.ts'
import { countRows } from '#server/db/row-counts.repo.ts'
import { countTagged, listTags } from '#server/projects/gallery-filters.repo.ts'
import { conditionsOf, type ProjectFilter, plainTag, withTag } from '#server/projects/narrow-gallery.repo.ts'
import { projectCardColumns, projectLikes, projects, withheld } from '#server/projects/projects.table.ts'
import { readSearch } from '#server/projects/read-search.repo.ts'
import { relevance } from '#server/projects/search-projects.repo.ts'
import { publishedTo, shownTo } from '#server/projects/shown-to.repo.ts'
import { literal, type Reading } from '#server/search/word-query.repo.ts'

/** Rows per page of the gallery. */
export const projectPageSize = 24

export interface GalleryQuestion extends ProjectFilter {
  sort?: 'new' | 'popular' | undefined
  page: number
  /** The visibilities that the reader's lists show. */
  visibilities: ProjectVisibility[]
}

const newestFirst = [desc(projects.published_at), desc(projects.id)]

/** Likes of all projects, counted once; for the order by popularity. */
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
  const { page, visibilities } = question
  const where = and(shownTo(visibilities), ...Object.values(conditionsOf(db, question, reading)))
  // a search runs once, for its rows and for their total
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
    // beyond the last page no row has the total
    total: rows[0]?.total ?? (page === 1 ? 0 : await countFound(db, where)),
    close: reading !== literal,
  }
}

/** The newest projects, without a search or a filter: found in an index, and counted by the database. */
const listNewest = async (db: Db, { page, visibilities }: GalleryQuestion) => {
  const newest = db
    .select({ id: projects.id })
    .from(projects)
    .where(shownTo(visibilities))
    .orderBy(...newestFirst)
    .limit(projectPageSize)
    .offset((page - 1) * projectPageSize)
  const [rows, published, hidden] = await Promise.all([
    db
      .select(projectCardColumns)
      .from(projects)
      .where(sql`${projects.id} = any(array(${newest}))`)
      .orderBy(...newestFirst),
    countRows(
      db,
      visibilities.map((visibility) => `projects:${visibility}`),
    ),
    countFound(db, and(publishedTo(visibilities), withheld)),
  ])
  return { rows, total: published - hidden, close: false }
}

const countFound = async (db: Db, where: SQL | undefined) => {
  const [row] = await db.select({ total: count() }).from(projects).where(where)
  return row?.total ?? 0
}

/** One page of the published projects; `close`: they only resemble what is searched. */
export const listPublishedProjects = async (db: Db, question: GalleryQuestion) => {
  const isNarrowed = Object.values(conditionsOf(db, question, literal)).some((condition) => condition !== undefined)
  if (!isNarrowed && question.sort !== 'popular') return listNewest(db, question)
  const exact = await listFound(db, question, literal)
  if (exact.total > 0 || !question.search?.trim()) return exact
  const reading = await readSearch(db, question.search, question.visibilities)
  return reading === literal ? exact : listFound(db, question, reading)
}

/** A tag in the spelling that most projects use, with related tags; null when no project has it. */
export const findTag = async (db: Db, name: string, visibilities: ProjectVisibility[]) => {
  const tag = plainTag(name)
  if (tag === '') return null
  const [row] = await db
    .select({
      name: sql<string>`mode() within group (order by tag)`,
      count: countTagged(),
    })
    .from(sql`${projects} cross join lateral unnest(${projects.tags}) as tag`)
    .where(and(shownTo(visibilities), withTag(tag), sql`translate(lower(tag), 'ё', 'е') = ${tag}`))
  if (!row || row.count === 0) return null
  return { ...row, neighbours: await listTags(db, { visibilities, max: 12, beside: tag }) }
}
