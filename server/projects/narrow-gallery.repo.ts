import { eq, inArray, sql } from 'drizzle-orm'
import { anywhere } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { searchable, spelled } from '#server/db/spelled.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { byNamedAuthor } from '#server/projects/projects.repo.ts'
import { projectAuthors, projects } from '#server/projects/projects.table.ts'
import { matchesSearch } from '#server/projects/search-projects.repo.ts'
import type { Reading } from '#server/search/word-query.repo.ts'
import { tasks } from '#server/tasks/tasks.table.ts'

/** Filters of the gallery. */
export interface ProjectFilter {
  search?: string | undefined
  tag?: string | undefined
  course_id?: number | undefined
  user_id?: number | undefined
  /** The year of the first publication, in UTC. */
  year?: number | undefined
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

/** PostgreSQL does not accept U+0000, and no tag has it. */
export const plainTag = (tag: string | undefined) => searchable((tag ?? '').replaceAll('\u0000', '').trim())

/** Ignores case and the dots of «ё»; the first condition uses an index, the second one is exact. */
export const withTag = (tag: string) => {
  return sql`(search_text like ${anywhere(spelled(tag))} and exists (
    select 1 from unnest(${projects.tags}) as tag where translate(lower(tag), 'ё', 'е') = ${tag}))`
}

const inYear = (year: number) => {
  const start = (at: number) => new Date(Date.UTC(at, 0, 1)).toISOString()
  return sql`(${projects.published_at} >= ${start(year)} and ${projects.published_at} < ${start(year + 1)})`
}

/** The conditions of a filter, one by one; undefined for those that are not set. */
export const conditionsOf = (db: Db, { search, course_id, user_id, year, tag }: ProjectFilter, reading: Reading) => {
  const plain = plainTag(tag)
  return {
    search: matchesSearch(search, reading),
    tag: plain ? withTag(plain) : undefined,
    course: course_id ? fromCourse(db, course_id) : undefined,
    user: user_id ? byNamedAuthor(db, eq(projectAuthors.user_id, user_id)) : undefined,
    year: year ? inYear(year) : undefined,
  }
}
