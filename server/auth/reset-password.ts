import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { consumePasswordReset, deletePasswordResetsOf, findPasswordReset } from '#server/auth/auth.repo.ts'
import { checkNewPassword, type SiteNames } from '#server/auth/check-new-password.ts'
import { setEmailConfirmed } from '#server/auth/confirmations.repo.ts'
import { forgetGuesses } from '#server/auth/guess-password.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { findUser, lockUser, setPasswordHash } from '#server/users/users.repo.ts'

/** Sets a password by the link from a letter; the link and all sessions of the person end. */
export const resetPassword = async (
  db: Db,
  form: { email: string; token: string; password: string },
  site: SiteNames,
) => {
  const tokenHash = hashToken(form.token)
  const link = await findPasswordReset(db, tokenHash, form.email)
  if (!link) throw new Refusal('link-expired')
  const user = found(await findUser(db, link.user_id))
  await checkNewPassword(db, form.password, user, site)
  const passwordHash = await hashPassword(form.password)
  await db.transaction(async (tx) => {
    // before the link: a change of the password locks its owner, and then deletes their links
    await lockUser(tx, user.id)
    const reset = await findPasswordReset(tx, tokenHash, form.email)
    if (!reset || !(await consumePasswordReset(tx, tokenHash))) throw new Refusal('link-expired')
    // only the owner of the address can have read the letter with this link
    await setEmailConfirmed(tx, reset.user_id, form.email)
    await setPasswordHash(tx, reset.user_id, passwordHash)
    await deletePasswordResetsOf(tx, reset.user_id)
    await deleteSessionsOf(tx, [reset.user_id])
    // the first one, by an invitation, is no change
    if (user.password_hash !== null) await addSecurityLetter(tx, reset.user_id, { news: 'password-changed' })
    // somebody who reads the account's mail was not guessing: the new password works at once
    await forgetGuesses(tx, form.email)
    const object = { kind: 'user' as const, id: reset.user_id }
    await addAuditEntry(tx, { actor: null, kind: 'password-reset', object })
  })
}
