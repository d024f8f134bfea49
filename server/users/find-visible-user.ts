import { type Actor, canSeeUser } from '#contract/users/users.policy.ts'
import { isKeptFromGuests } from '#server/consents/kept-from-guests.repo.ts'
import type { Db } from '#server/db/database.ts'
import { findUser } from '#server/users/users.repo.ts'

/** An account that the actor, or a guest, may know of; null otherwise. */
export const findVisibleUser = async (db: Db, actor: Actor | null, id: number) => {
  const user = await findUser(db, id)
  if (!user) return null
  const kept_from_guests = actor === null && (await isKeptFromGuests(db, id))
  return canSeeUser(actor, { ...user, kept_from_guests }) ? user : null
}
