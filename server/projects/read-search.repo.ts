import { and, sql } from 'drizzle-orm'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import type { Db } from '#server/db/database.ts'
import { correctWords } from '#server/projects/correct-words.repo.ts'
import { projects } from '#server/projects/projects.table.ts'
import { hasSeveralWords, matchesSearch } from '#server/projects/search-projects.repo.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import { searchWords } from '#server/search/search-words.ts'
import { literal, type Reading } from '#server/search/word-query.repo.ts'

/**
 * How a search is read: literally where that finds anything, else with typing errors, else by one of its words. Other
 * filters do not affect it, so that the number beside each filter is what choosing it shows.
 */
export const readSearch = async (db: Db, search: string, visibilities: ProjectVisibility[]): Promise<Reading> => {
  const finds = async (reading: Reading) => {
    const rows = await db
      .select({ one: sql`1` })
      .from(projects)
      .where(and(shownTo(visibilities), matchesSearch(search, reading)))
      .limit(1)
    return rows.length === 1
  }
  if (await finds(literal)) return literal
  const corrections = await correctWords(db, searchWords(search), visibilities)
  const close = { corrections, any: false }
  return !hasSeveralWords(search) || (await finds(close)) ? close : { corrections, any: true }
}
