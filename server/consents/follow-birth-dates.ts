import { startWaiting, stopWaiting } from '#server/consents/parents-awaited.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'

/** Lets in who no longer needs a parent's consent, with an invitation. */
const stopAndInvite = async (tx: Db, userIds?: number[]) => {
  const invited = await stopWaiting(tx, userIds)
  await addEffects(
    tx,
    'invitation-letter',
    invited.map((user_id) => ({ user_id })),
  )
}

/**
 * What follows from birth dates and roles that the school has just changed: a student who turns out to be a child waits
 * for a parent, who is old enough or on the staff waits no longer. Returns the ids of those who have begun to wait.
 */
export const followBirthDates = async (tx: Db, userIds: number[]) => {
  if (userIds.length === 0) return []
  await stopAndInvite(tx, userIds)
  return startWaiting(tx, userIds)
}

/** Lets in those who have grown old enough, while they waited, to agree alone. */
export const endWaitsByAge = (db: Db) => db.transaction((tx) => stopAndInvite(tx))
