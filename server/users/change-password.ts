import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { checkNewPassword, type SiteNames } from '#server/auth/check-new-password.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import { oneByOne } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { findUser, lockUser, setPasswordHash, type User } from '#server/users/users.repo.ts'

interface Setting {
  /** The session that does not end. */
  keepSession: Buffer | null
  site: SiteNames
}

const changedMeanwhile = 'За это время пароль уже изменили. Войдите с новым паролем.'

/** Sets a password, and ends every session but one; 409 unless the one of `user`, which was checked, is still theirs. */
const setPassword = async (db: Db, user: User, password: string, { keepSession, site }: Setting) => {
  await checkNewPassword(db, password, user, site)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const now = await lockUser(tx, user.id)
    // set by a link from a letter meanwhile: only the owner could have done that
    if (now?.password_hash !== user.password_hash) throw new Refusal('conflict', { detail: changedMeanwhile })
    await setPasswordHash(tx, user.id, passwordHash)
    await deletePasswordResetsOf(tx, user.id)
    await deleteSessionsOf(tx, [user.id], keepSession)
    await addSecurityLetter(tx, user.id, { news: 'password-changed' })
    const object = { kind: 'user' as const, id: user.id }
    await addAuditEntry(tx, { actor: { id: user.id }, kind: 'password-changed', object })
  })
}

/** Returns the refusal for somebody without a password who signed in too long ago to set one. */
export const signInAnew = () =>
  new Refusal('wrong-state', {
    detail: 'С вашего входа прошло больше 15 минут. Войдите ещё раз, и сразу задайте пароль.',
  })

/**
 * Gives somebody who signs in by the school's identity provider alone their first password. Call it only in a session
 * that they have begun there a moment ago (`isPasswordFresh`); 409 for somebody who has one.
 */
export const setFirstPassword = (db: Db, userId: number, password: string, setting: Setting) =>
  oneByOne(`own-password:${userId}`, async () => {
    const user = found(await findUser(db, userId))
    if (user.password_hash !== null) throw new Refusal('conflict')
    await setPassword(db, user, password, setting)
  })

/** Changes the user's password after checking the old one; ends every other session. */
export const changePassword = (
  db: Db,
  userId: number,
  form: { current_password: string; password: string },
  { address, ...setting }: Setting & { address: string },
) =>
  withOwnPassword(db, userId, { password: form.current_password, field: 'current_password', address }, (user) =>
    setPassword(db, user, form.password, setting),
  )
