import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { isEnrolling } from '#server/programs/programs.repo.ts'
import { loadHome } from '#server/site/load-settings.ts'

/** What it is found in. */
export const programsOnHome: BuiltFrom = { tags: ['programs', 'site_settings:home'] }

/** Whether the guests' main page lists courses that can be joined: the header of every page links to them then. */
export const listsPrograms = async (db: Db) => {
  const { order } = await loadHome(db)
  return order.includes('courses') && (await isEnrolling(db))
}
