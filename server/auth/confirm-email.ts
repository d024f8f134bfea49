import { authLimits } from '#contract/auth/auth.limits.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { deleteConfirmationsOf, findConfirmation, setEmailConfirmed } from '#server/auth/confirmations.repo.ts'
import { count, countWithin } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { refuseTakenEmail } from '#server/users/change-user.ts'
import { refuseParentsEmail } from '#server/users/guardians.repo.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { findUser, lockUser, updateUser } from '#server/users/users.repo.ts'

/** Confirms the address that the letter went to. Following the link again changes nothing. 422 for a dead link. */
export const confirmEmail = (db: Db, token: string) =>
  db.transaction(async (tx) => {
    const confirmation = await findConfirmation(tx, hashToken(token))
    if (!confirmation) throw new Refusal('link-expired')
    await setEmailConfirmed(tx, confirmation.user_id, confirmation.email)
    return { email: confirmation.email }
  })

const alreadyConfirmed = () =>
  new Refusal('wrong-state', { detail: 'Почта уже подтверждена. Сменить её может куратор школы.' })

/** Limits letters per address, so that accounts that name somebody else's address cannot flood it. */
const toAddress = (email: string) => ({ key: `confirm-letter:${email}`, limit: authLimits.confirmLettersPerAddress })

/** Sends the first letter, unless its address got enough of them within the hour; the account opens anyway. */
export const sendFirstConfirmation = async (tx: Db, user: { id: number; email: string | null }) => {
  if (user.email === null) return
  try {
    await countWithin(tx, [toAddress(user.email)])
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  await addEffect(tx, 'confirm-letter', { user_id: user.id })
}

/**
 * Sends the letter with the link again, also to an address that a mail server has refused since. 409 when the address
 * is already confirmed, 429 after too many letters.
 */
export const sendConfirmationAgain = async (db: Db, userId: number) => {
  const user = found(await findUser(db, userId))
  if (user.email_confirmed_at !== null && user.email_bounced_at === null) throw alreadyConfirmed()
  if (user.email === null) throw new Refusal('wrong-state', { detail: 'У вас не указана почта.' })
  await count(db, toAddress(user.email))
  await addEffect(db, 'confirm-letter', { user_id: user.id })
}

/**
 * Corrects a mistyped address, checking the account’s password, and sends the letter there. Links that went to the
 * wrong address are dead. 409 when the address is already confirmed: then only a curator can change it.
 */
export const correctEmail = (
  db: Db,
  userId: number,
  { email, password, address }: { email: string; password: string; address: string },
) =>
  withOwnPassword(db, userId, { password, field: 'password', address }, async () => {
    const byAccount = { key: `confirm-letter:account:${userId}`, limit: authLimits.confirmLettersPerAddress }
    await count(db, byAccount, toAddress(email))
    await db.transaction(async (tx) => {
      const user = found(await lockUser(tx, userId))
      if (user.email_confirmed_at !== null) throw alreadyConfirmed()
      await refuseParentsEmail(tx, userId, email)
      await updateUser(tx, userId, { email }).catch(refuseTakenEmail)
      await deletePasswordResetsOf(tx, userId)
      await deleteConfirmationsOf(tx, userId)
      await addEffect(tx, 'confirm-letter', { user_id: userId })
      const object = { kind: 'user' as const, id: userId }
      await addAuditEntry(tx, { actor: user, kind: 'user-changed', object, after: { fields: ['email'] } })
    })
  })
