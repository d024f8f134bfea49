import { sql } from 'drizzle-orm'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { isYoung } from '#server/consents/kept-from-guests.repo.ts'
import type { Db } from '#server/db/database.ts'
import { lockingOrder } from '#server/users/users.repo.ts'

/** Too young to agree alone; false without a birth date. */
const isChild = sql`coalesce(${isYoung(sql`users`)}, false)`

/**
 * Lets the accounts of these students wait for a parent whose birth date makes them children and whose parents have not
 * agreed, and signs them out; returns their ids.
 */
export const startWaiting = async (tx: Db, userIds: number[]) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update users set awaits_parent_at = now()
    where id = any(${sql.param(userIds)}::int[]) and role = 'student' and awaits_parent_at is null
      and erased_at is null and ${isChild} and not exists (
        select 1 from consents
        where consents.user_id = users.id and document = 'parent-consent' and withdrawn_at is null)
    returning id`)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.execute(sql`delete from sessions where user_id = any(${sql.param(ids)}::int[])`)
  await deletePasswordResetsOf(tx, ...ids)
  return ids
}

/**
 * Ends the waiting of those who are old enough by now to agree alone, or are no students any more, among these people
 * or all; returns the ids of those who have an address.
 */
export const stopWaiting = async (tx: Db, userIds?: number[]) => {
  const { rows } = await tx.execute<{ id: number; email: string | null }>(sql`
    update users set awaits_parent_at = null
    where id in (
      select id from users
      where awaits_parent_at is not null and (role <> 'student' or birth_date is not null and not ${isChild})
        ${userIds ? sql`and id = any(${sql.param(userIds)}::int[])` : sql``}
      order by ${sql.join(lockingOrder, sql`, `)} for no key update)
    returning id, email`)
  return rows.flatMap(({ id, email }) => (email === null ? [] : [id]))
}
