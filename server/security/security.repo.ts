import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { type SecurityKind, securityKeptDays } from '#contract/security/security-kinds.ts'
import type { Db } from '#server/db/database.ts'
import { securityEntries } from '#server/security/security.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

export type NewSecurityEntry = typeof securityEntries.$inferInsert

/** Appends entries. */
export const insertSecurityEntries = async (db: Db, entries: NewSecurityEntry[]) => {
  if (entries.length > 0) await db.insert(securityEntries).values(entries)
}

/** Entries per page. */
export const securityPageSize = 50

interface Filter {
  user_id?: number | undefined
  kind?: SecurityKind | undefined
  from?: string | undefined
  /** Exclusive. */
  to?: string | undefined
  page: number
}

/** A page of the log, newest first, with the people of its rows, and the total number of entries. */
export const pageOfSecurity = async (db: Db, { user_id, kind, from, to, page }: Filter) => {
  const where = and(
    user_id === undefined ? undefined : eq(securityEntries.user_id, user_id),
    kind && eq(securityEntries.kind, kind),
    from === undefined ? undefined : gte(securityEntries.at, from),
    to === undefined ? undefined : lt(securityEntries.at, to),
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(securityEntries)
      .where(where)
      .orderBy(desc(securityEntries.at), desc(securityEntries.id))
      .limit(securityPageSize)
      .offset((page - 1) * securityPageSize),
    db.$count(securityEntries, where),
  ])
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]
  const people = ids.length === 0 ? [] : await db.select(personColumns).from(users).where(inArray(users.id, ids))
  return { rows, total, people: new Map(people.map((person) => [person.id, person])) }
}

/** How many entries one statement deletes: it holds nobody up. */
const batch = 5000

/** Deletes the entries whose time is over. */
export const deleteOldSecurityEntries = async (db: Db) => {
  let deleted: number
  do {
    const { rowCount } = await db.execute(sql`
      delete from security_entries where id in (
        select id from security_entries where at < now() - ${securityKeptDays + 1} * interval '1 day' limit ${batch})`)
    deleted = rowCount ?? 0
  } while (deleted === batch)
}
