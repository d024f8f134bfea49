import { dayMs } from '#contract/durations.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import { findAccountConsent } from '#server/consents/consents.repo.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, takeBackEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { closeErasure, insertErasure, isErasureAsked } from '#server/privacy/erasures.repo.ts'
import { keepOneCurator } from '#server/users/change-user.ts'
import { checkSuccessor } from '#server/users/hand-over-courses.ts'
import { countOtherCurators, findUser, lockUser, updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

interface Wish {
  userId: number
  /**
   * The person, or a curator at their written request; null: a parent who took the consent for a child back, or
   * declined it.
   */
  askedBy: number | null
  /** The one session to keep; without it the person is signed out everywhere. */
  keepSession?: Buffer | null
  /** Takes over, on that day, the courses that would be left without a teacher. */
  successorId?: number | undefined
}

/**
 * Locks the user who is about to leave; for a curator locks all curators, so that of two who leave at once one waits,
 * and stays.
 */
export const lockLeaving = async (tx: Db, userId: number) => {
  if ((await findUser(tx, userId))?.role === 'curator') await countOtherCurators(tx, userId)
  return lockUser(tx, userId)
}

/**
 * Schedules an account to be erased in 14 days. Until then only its owner and curators see the profile, and a letter
 * explains how to cancel. A second request keeps the first date. Returns the date, ISO 8601. 409 for the last curator.
 */
export const askErasure = async (
  tx: Db,
  { userId, askedBy, keepSession = null, successorId }: Wish,
): Promise<string> => {
  const user = found(await lockLeaving(tx, userId), ({ erased_at }) => erased_at === null)
  if (user.erase_at !== null) return user.erase_at
  await keepOneCurator(tx, user)
  const erase_at = new Date(Date.now() + erasureDays * dayMs).toISOString()
  await updateUser(tx, user.id, { erase_at })
  await insertErasure(tx, { user_id: user.id, asked_by: askedBy, erase_at })
  await deleteSessionsOf(tx, [user.id], keepSession)
  await deletePasswordResetsOf(tx, user.id)
  await addEffect(tx, 'erasure-letter', { user_id: user.id, erase_at })
  const given = await findAccountConsent(tx, user.id)
  if (given?.consent.parent) await addEffect(tx, 'parent-erasure-letter', { user_id: user.id, erase_at })
  const successor = successorId === undefined ? {} : { successor_id: successorId }
  await addEffect(tx, 'account-erased', { user_id: user.id, erase_at, ...successor }, erase_at)
  return erase_at
}

/** Cancels the request: nothing is erased. `by` is null for a parent. */
export const keepErasedSoon = async (tx: Db, userId: number, by: number | null) => {
  await updateUser(tx, userId, { erase_at: null })
  await closeErasure(tx, userId, { cancelled_at: new Date().toISOString(), cancelled_by: by })
  // an effect that is already due finds that its date is no longer valid
  await takeBackEffect(tx, 'account-erased', { user_id: userId })
}

/**
 * A consent that was taken back is not restored: people of that age give it again themselves, to the text in force
 * (152-ФЗ, art. 9).
 */
const checkConsent = async (tx: Db, user: User, actorId: number) => {
  const missing = await missingConsent(tx, user)
  if (missing === null) return
  if (missing === 'parent-consent') {
    throw new Refusal('wrong-state', {
      detail:
        'Согласие отозвано, а по возрасту дать его снова может только родитель: по ссылке из письма о том, что согласие записано.',
    })
  }
  if (actorId === user.id) throw new Refusal('consent-needed')
  throw new Refusal('wrong-state', {
    detail: 'Человек отозвал согласие. Дать его снова и остаться может только он сам.',
  })
}

/**
 * Schedules the erasing for somebody signed in, and writes it into the journal of changes, once. 409 for a curator who
 * erases the last teacher of a published course without a successor; people who erase themselves need none (record 0123).
 */
export const askErasureBy = async (tx: Db, actor: Actor, { successorId, ...wish }: Omit<Wish, 'askedBy'>) => {
  const known = await findUser(tx, wish.userId)
  const isAsked = known?.erase_at === null && known.active && isStaff(known) && actor.id !== wish.userId
  if (isAsked) await checkSuccessor(tx, actor, known, successorId)
  // nobody takes over from a student, nor by the wish of the one who leaves
  const successor = isAsked ? successorId : undefined
  const before = (await lockLeaving(tx, wish.userId))?.erase_at ?? null
  const erase_at = await askErasure(tx, { ...wish, askedBy: actor.id, successorId: successor })
  if (before !== null) return erase_at
  await addAuditEntry(tx, {
    actor,
    kind: 'erasure-asked',
    object: { kind: 'user', id: wish.userId },
    before: { erase_at: null },
    after: { erase_at, ...(successor !== undefined && { successor }) },
  })
  return erase_at
}

/**
 * Keeps the account after all. 409 when erasing was not requested, the 14 days are over, a consent has to be given
 * first, or the school has refused the registration: that is taken back together with letting the person in.
 */
export const keepAccount = (db: Db, userId: number, actorId: number) =>
  db.transaction(async (tx) => {
    const user = found(await lockUser(tx, userId), ({ erased_at }) => erased_at === null)
    if (user.erase_at === null) throw new Refusal('wrong-state', { detail: 'Эту учётную запись никто не удаляет.' })
    if (!user.active && !(await isErasureAsked(tx, user.id))) {
      throw new Refusal('wrong-state', {
        detail: 'Школа отказала в регистрации. Чтобы человек остался и мог войти, верните учётную запись.',
      })
    }
    await checkConsent(tx, user, actorId)
    await keepErasedSoon(tx, user.id, actorId)
    await addAuditEntry(tx, {
      actor: { id: actorId },
      kind: 'erasure-cancelled',
      object: { kind: 'user', id: user.id },
      before: { erase_at: user.erase_at },
      after: { erase_at: null },
    })
  })
