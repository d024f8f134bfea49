import { addAuditEntry } from '#server/audit/audit.repo.ts'
import {
  consumePasswordReset,
  deletePasswordResetsOf,
  deleteSessionsOf,
  findPasswordReset,
} from '#server/auth/auth.repo.ts'
import { setEmailConfirmed } from '#server/auth/confirmations.repo.ts'
import { forgetGuesses } from '#server/auth/guess-password.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { setPasswordHash } from '#server/users/users.repo.ts'

/** Sets a password by the link from a letter; the link and all sessions of the person end. */
export const resetPassword = async (db: Db, form: { email: string; token: string; password: string }) => {
  const tokenHash = hashToken(form.token)
  if (!(await findPasswordReset(db, tokenHash, form.email))) throw new Refusal('link-expired')
  const passwordHash = await hashPassword(form.password)
  await db.transaction(async (tx) => {
    const reset = await findPasswordReset(tx, tokenHash, form.email)
    if (!reset || !(await consumePasswordReset(tx, tokenHash))) throw new Refusal('link-expired')
    // only the owner of the address can have read the letter with this link
    await setEmailConfirmed(tx, reset.user_id, form.email)
    await setPasswordHash(tx, reset.user_id, passwordHash)
    await deletePasswordResetsOf(tx, reset.user_id)
    await deleteSessionsOf(tx, reset.user_id)
    // somebody who reads the account's mail was not guessing: the new password works at once
    await forgetGuesses(tx, form.email)
    const object = { kind: 'user' as const, id: reset.user_id }
    await addAuditEntry(tx, { actor: null, kind: 'password-reset', object })
  })
}
