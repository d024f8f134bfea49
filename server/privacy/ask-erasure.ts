import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import { deletePasswordResetsOf, deleteSessionsOf } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, takeBackEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { closeErasure, holdUser, insertErasure } from '#server/privacy/erasures.repo.ts'
import { keepOneCurator } from '#server/users/change-user.ts'
import { countOtherCurators, findUser, updateUser } from '#server/users/users.repo.ts'

interface Wish {
  userId: number
  /** The person, or a curator at their written request. */
  askedBy: number
  /** The one session that goes on; without it the person is signed out everywhere. */
  keepSession?: Buffer | null
}

/**
 * Has an account erased in 14 days. Until then only its owner and curators see the profile, and a letter says how to change
 * one's mind. Asked once more it stays with the first date. Returns when, ISO 8601. 409 for the last curator.
 */
export const askErasure = async (tx: Db, { userId, askedBy, keepSession = null }: Wish): Promise<string> => {
  // all curators before the one: of two who ask at the same moment one waits for the other, and stays
  if ((await findUser(tx, userId))?.role === 'curator') await countOtherCurators(tx, userId)
  const user = found(await holdUser(tx, userId), ({ erased_at }) => erased_at === null)
  if (user.erase_at !== null) return user.erase_at
  await keepOneCurator(tx, user)
  const at = Date.now()
  const erase_at = new Date(at + erasureDays * 24 * 60 * 60_000).toISOString()
  await updateUser(tx, user.id, { erase_at })
  await insertErasure(tx, { user_id: user.id, asked_at: new Date(at).toISOString(), asked_by: askedBy, erase_at })
  await deleteSessionsOf(tx, user.id, keepSession)
  await deletePasswordResetsOf(tx, user.id)
  await addEffect(tx, 'erasure-letter', { user_id: user.id, erase_at })
  await addEffect(tx, 'account-erased', { user_id: user.id, erase_at }, erase_at)
  return erase_at
}

/** The account stays after all. 409 when nothing was asked, or the 14 days are over. */
export const keepAccount = (db: Db, userId: number, actorId: number) =>
  db.transaction(async (tx) => {
    const user = found(await holdUser(tx, userId), ({ erased_at }) => erased_at === null)
    if (user.erase_at === null) throw new Refusal('wrong-state', { detail: 'Эту учётную запись никто не удаляет.' })
    await updateUser(tx, user.id, { erase_at: null })
    await closeErasure(tx, user.id, { cancelled_at: new Date().toISOString(), cancelled_by: actorId })
    // whatever is due already finds that the date does not stand any more
    await takeBackEffect(tx, 'account-erased', { user_id: user.id })
  })
