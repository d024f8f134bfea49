import { sql } from 'drizzle-orm'
import { schoolTimeZone } from '#contract/dates.ts'

/** After a moment: what the school's clock shows then. After a `timestamp`: the moment at which it shows that. */
export const inSchoolZone = sql.raw(`at time zone '${schoolTimeZone}'`)
