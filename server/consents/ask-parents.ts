import type { Reminded } from '#contract/consents/waiting-children.schema.ts'
import { insertRequests, listWaiting } from '#server/consents/consent-requests.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'

/** Asks the parents of children whose accounts wait, by letter; call it in the transaction of the act. */
export const askParents = async (tx: Db, childIds: number[]) => {
  const asked = (await listWaiting(tx, childIds)).flatMap(({ id, has_address }) => (has_address ? [id] : []))
  await insertRequests(tx, asked, { again: true })
  await addEffects(
    tx,
    'child-account-letter',
    asked.map((user_id) => ({ user_id })),
  )
}

/** Asks parents of a child whose account waits at addresses that the school has just learnt of. */
export const askParentsAt = async (tx: Db, childId: number, emails: string[]) => {
  if (emails.length === 0 || (await listWaiting(tx, [childId])).length === 0) return
  await insertRequests(tx, [childId], { again: true })
  await addEffects(
    tx,
    'child-account-letter',
    emails.map((email) => ({ user_id: childId, email })),
  )
}

/** Asks the parents of these children again, or of all who wait, each child's once a day. */
export const remindParents = (db: Db, childIds?: number[]): Promise<Reminded> =>
  db.transaction(async (tx) => {
    const waiting = await listWaiting(tx, childIds)
    const reachable = waiting.flatMap(({ id, has_address }) => (has_address ? [id] : []))
    const sent = new Set(await insertRequests(tx, reachable, { again: false }))
    await addEffects(
      tx,
      'child-account-letter',
      [...sent].map((user_id) => ({ user_id })),
    )
    return {
      sent: [...sent],
      too_soon: reachable.filter((id) => !sent.has(id)),
      without_address: waiting.flatMap(({ id, has_address }) => (has_address ? [] : [id])),
    }
  })
