import { and, asc, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { waitingPageSize } from '#contract/consents/waiting-children.schema.ts'
import { consentRequests } from '#server/consents/consents.table.ts'
import { contains } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Accounts that wait for a parent's consent. */
const waits = and(isNotNull(users.awaits_parent_at), users.active, isNull(users.erase_at), isNull(users.erased_at))

// in words, as columns lose the names of their tables in the fields of a query without joins
const hasAddress = sql<boolean>`exists (
  select 1 from guardians where guardians.child_id = users.id and guardians.email is not null)`

/** Whether the parents had a letter asked for within a day. */
const wasAsked = gt(consentRequests.asked_at, sql`now() - interval '1 day'`)

/** Filters children to those who wait, or lists all who do; and whether a parent of theirs has an address. */
export const listWaiting = (db: Db, ids?: number[]) =>
  db
    .select({ id: users.id, has_address: hasAddress })
    .from(users)
    .where(and(waits, ids && sql`${users.id} = any(${sql.param(ids)}::int[])`))
    .orderBy(asc(users.id))

/** Records that letters about these children were asked for; returns those whose parents had none within a day. */
export const insertRequests = async (tx: Db, ids: number[], { again }: { again: boolean }) => {
  if (ids.length === 0) return []
  const asked = await tx
    .insert(consentRequests)
    .values(ids.map((user_id) => ({ user_id, asked_at: sql`now()` })))
    .onConflictDoUpdate({
      target: consentRequests.user_id,
      set: { asked_at: sql`now()` },
      ...(again ? {} : { setWhere: sql`not ${wasAsked}` }),
    })
    .returning({ id: consentRequests.user_id })
  return asked.map(({ id }) => id)
}

/** Records that letters about a child have left. */
export const markRequestSent = async (tx: Db, userId: number) => {
  const now = sql`now()`
  await tx
    .insert(consentRequests)
    .values({ user_id: userId, asked_at: now, sent_at: now, letters: 1 })
    .onConflictDoUpdate({
      target: consentRequests.user_id,
      set: { sent_at: sql`now()`, letters: sql`${consentRequests.letters} + 1` },
    })
}

const matching = (search = ''): SQL | undefined => {
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, 5)
  return and(waits, ...words.map((word) => or(contains(users.name, word), contains(users.surname, word))))
}

/** One page of the children who wait, who waits longest first, and how many there are. */
export const pageOfWaiting = async (db: Db, { page, search }: { page: number; search?: string | undefined }) => {
  const where = matching(search)
  const [rows, totals] = await Promise.all([
    db
      .select({
        person: personColumns,
        birth_date: users.birth_date,
        since: users.awaits_parent_at,
        sent_at: consentRequests.sent_at,
        letters: consentRequests.letters,
        can_remind: sql<boolean>`${hasAddress} and not coalesce(${wasAsked}, false)`,
      })
      .from(users)
      .leftJoin(consentRequests, eq(consentRequests.user_id, users.id))
      .where(where)
      .orderBy(asc(users.awaits_parent_at), asc(users.surname), asc(users.name), asc(users.id))
      .limit(waitingPageSize)
      .offset((page - 1) * waitingPageSize),
    db.select({ total: count() }).from(users).where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}
