import { lt, sql } from 'drizzle-orm'
import type { ChangeOrder } from '#contract/journal/journal.schema.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { changeOrders } from '#server/journal/change-orders.table.ts'

/**
 * Does a change of a journal in one transaction, unless a later change of the same page came before it: then 409. A page
 * sends its changes one after another, so one that arrives late is one that the page has given up waiting for. It has
 * sent another one since, or a repeat. One that is refused counts, too: the person has seen that, and not the one before.
 */
export const inOrder = async <Result>(db: Db, order: ChangeOrder | undefined, work: (tx: Db) => Promise<Result>) => {
  if (!order) return work(db)
  const done = await db.transaction(async (tx) => {
    // locked before anything else: changes of one page wait for each other here
    const claimed = await tx
      .insert(changeOrders)
      .values(order)
      .onConflictDoUpdate({
        target: changeOrders.page,
        set: { number: order.number, changed_at: sql`now()` },
        // the same number is a repeat that the browser has made by itself
        setWhere: sql`${changeOrders.number} <= ${order.number}`,
      })
      .returning({ page: changeOrders.page })
    if (claimed.length === 0) {
      throw new Refusal('conflict', {
        detail: 'Этот запрос опоздал: после него журнал уже изменили. Обновите страницу.',
      })
    }
    try {
      // in a transaction of its own: a refusal undoes that, and leaves the number
      return { result: await tx.transaction(work) }
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      return { refusal }
    }
  })
  if ('refusal' in done) throw done.refusal
  return done.result
}

/** Deletes the orders of pages that have long been closed. */
export const deleteOldOrders = async (db: Db) => {
  await db.delete(changeOrders).where(lt(changeOrders.changed_at, sql`now() - interval '1 day'`))
}
