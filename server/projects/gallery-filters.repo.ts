import { and, type SQL, sql } from 'drizzle-orm'
import type { GalleryFilters, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import type { Db } from '#server/db/database.ts'
import { conditionsOf, type ProjectFilter, plainTag, withTag } from '#server/projects/narrow-gallery.repo.ts'
import { projects } from '#server/projects/projects.table.ts'
import { readSearch } from '#server/projects/read-search.repo.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import { literal } from '#server/search/word-query.repo.ts'

/** How many tags are returned, the most used first. */
const maxTags = 40

const everything = sql`true`

/** The number of rows that fit. */
const countOf = (fits: SQL) => sql<number>`(count(*) filter (where ${fits}))::int`

/** The number of projects with a tag: a project may have it in several spellings. Needs a row for each of their tags. */
export const countTagged = (fits: SQL = everything) =>
  sql<number>`(count(distinct ${projects.id}) filter (where ${fits}))::int`

interface TagQuestion {
  visibilities: ProjectVisibility[]
  max: number
  /** Only tags of projects that have this one, too. */
  beside?: string
  /** Which projects count. */
  fits?: SQL
  /** Returned even when no project counts. */
  chosen?: string
}

/** Tags in the spelling that most projects use, the most used first. */
export const listTags = (
  db: Db,
  { visibilities, max, beside, fits, chosen = '' }: TagQuestion,
): Promise<GalleryFilters['tags']> =>
  db
    .select({ name: sql<string>`mode() within group (order by tag)`, count: countTagged(fits) })
    .from(sql`${projects} cross join lateral unnest(${projects.tags}) as tag`)
    .where(
      and(
        shownTo(visibilities),
        beside === undefined ? undefined : and(withTag(beside), sql`translate(lower(tag), 'ё', 'е') <> ${beside}`),
      ),
    )
    .groupBy(sql`translate(lower(tag), 'ё', 'е')`)
    .having(sql`${countTagged(fits)} > 0 or translate(lower(tag), 'ё', 'е') = ${chosen}`)
    .orderBy(sql`2 desc`, sql`1`)
    .limit(max)

const listYears = (
  db: Db,
  visibilities: ProjectVisibility[],
  fits: SQL,
  chosen: number | undefined,
): Promise<GalleryFilters['years']> => {
  const year = sql<number>`extract(year from ${projects.published_at} at time zone 'UTC')::int`
  return db
    .select({ year, count: countOf(fits) })
    .from(projects)
    .where(shownTo(visibilities))
    .groupBy(sql`1`)
    .having(sql`${countOf(fits)} > 0 or ${year} = ${chosen ?? null}::int`)
    .orderBy(sql`1 desc`)
}

const listCourses = async (
  db: Db,
  visibilities: ProjectVisibility[],
  fits: SQL,
  chosen: number | undefined,
): Promise<GalleryFilters['courses']> => {
  const { rows } = await db.execute<GalleryFilters['courses'][number] & Record<string, unknown>>(sql`
    select courses.id, courses.name, ${countOf(fits)} as count
    from projects
    join tasks on tasks.id = projects.task_id
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    join courses on courses.id = lessons.course_id and courses.deleted_at is null
    where ${shownTo(visibilities)}
    group by courses.id, courses.name
    having ${countOf(fits)} > 0 or courses.id = ${chosen ?? null}::int
    order by 3 desc, courses.name`)
  return rows
}

/**
 * The filters of the gallery: each number counts the projects that match all other filters. A chosen value stays in its
 * list.
 */
export const listFilters = async (
  db: Db,
  filter: ProjectFilter,
  visibilities: ProjectVisibility[],
): Promise<GalleryFilters> => {
  const { search } = filter
  const reading = search?.trim() ? await readSearch(db, search, visibilities) : literal
  const { tag, course, year, ...rest } = conditionsOf(db, filter, reading)
  const always = Object.values(rest)
  const fitting = (...others: (SQL | undefined)[]) => and(...always, ...others) ?? everything
  const [tags, years, courses] = await Promise.all([
    listTags(db, { visibilities, max: maxTags, fits: fitting(course, year), chosen: plainTag(filter.tag) }),
    listYears(db, visibilities, fitting(tag, course), filter.year),
    listCourses(db, visibilities, fitting(tag, year), filter.course_id),
  ])
  return { tags, years, courses }
}
