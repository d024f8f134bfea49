import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { CuratorRight } from '#contract/users/curator-rights.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** Whether a person is a curator with this right (`curates`). Joins `users`. */
export const curatesPart = (right: CuratorRight): SQL<boolean> =>
  sql.raw(`(users.role = 'curator' and (users.rights is null or '${right}' = any(users.rights)))`) as SQL<boolean>

/** The role of a person in a part of the school (`roleIn`). Joins `users`. */
export const roleInPart = (right: CuratorRight): SQL<string> =>
  sql<string>`(case when users.role = 'curator' and not ${curatesPart(right)} then 'teacher' else users.role end)`

/** Active curators with this right. */
export const listCuratorIds = async (db: Db, right: CuratorRight) => {
  const curators = await db
    .select({ id: users.id })
    .from(users)
    .where(and(curatesPart(right), eq(users.active, true)))
    .orderBy(asc(users.id))
  return curators.map(({ id }) => id)
}
