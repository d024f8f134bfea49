import { type Borders, type Grading, pointsGrading, type Scale } from '#contract/journal/scales.ts'
import { defaultHome, defaultSchool, HomeSettings, SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Db } from '#server/db/database.ts'
import { findSettings, type SettingsKey } from '#server/site/site.repo.ts'

/** The settings of a group over their defaults; a value that the current rules refuse counts as not set. */
const load = async <Settings extends object>(
  db: Db,
  key: SettingsKey,
  schema: typeof SchoolSettings | typeof HomeSettings,
  defaults: Settings,
): Promise<Settings> => {
  const set = ((await findSettings(db, key)) ?? {}) as Record<string, unknown>
  const fields = Object.entries(schema.shape)
  const right = fields.flatMap(([name, field]) => {
    const value = name in set ? field.safeParse(set[name]) : null
    return value?.success ? [[name, value.data]] : []
  })
  return { ...defaults, ...Object.fromEntries(right) }
}

/** The operator of the site, and the school's choices. */
export const loadSchool = (db: Db): Promise<SchoolSettings> => load(db, 'school', SchoolSettings, defaultSchool)

/** Returns the lowest percentage of the points for each mark. */
export const loadBorders = async (db: Db): Promise<Borders> => (await loadSchool(db)).mark_borders

/** How the marks of a course are shown; asks for the borders only where there are any. */
export const loadGrading = async (db: Db, scale: Scale): Promise<Grading> =>
  scale === 'points' ? pointsGrading : { scale, borders: await loadBorders(db) }

/** What curators wrote on the main page. */
export const loadHome = (db: Db): Promise<HomeSettings> => load(db, 'home', HomeSettings, defaultHome)
