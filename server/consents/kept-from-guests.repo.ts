import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { inSchoolZone } from '#server/db/in-school-zone.ts'
import { users } from '#server/users/users.table.ts'

/** Below this age a parent agrees: as set by the school, 14 by default. */
const consentAge = sql`coalesce((select (value->>'consent_age')::int from site_settings where key = 'school'), 14)`

/** Whether a person is too young to agree alone, on this day in Moscow as in `isAtLeast`; null without a birth date. */
export const isYoung = (person: SQL) =>
  sql`${person}.birth_date > (now() ${inSchoolZone})::date - make_interval(years => ${consentAge})`

/**
 * Whether a person is hidden from everybody outside the school: a child, or somebody whose account depends on a
 * parent's consent, without a consent to publication (152-ФЗ, art. 10.1). `person`: the name of the joined `users`.
 */
export const keptFromGuests = (person: SQL = sql`users`) => sql<boolean>`(
  (${isYoung(person)} or exists (
    select 1 from consents where user_id = ${person}.id and document = 'parent-consent' and withdrawn_at is null))
  and not exists (
    select 1 from consents where user_id = ${person}.id and document = 'publication' and withdrawn_at is null))`

/** The same for one account. */
export const isKeptFromGuests = async (db: Db, userId: number) => {
  const [row] = await db
    .select({ kept: sql<boolean>`coalesce(${keptFromGuests()}, false)` })
    .from(users)
    .where(eq(users.id, userId))
  return row?.kept ?? false
}
