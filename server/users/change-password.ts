import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { checkNewPassword } from '#server/auth/check-new-password.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found } from '#server/http/refusal.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { findUser, setPasswordHash } from '#server/users/users.repo.ts'

/** Changes the user's password after checking the old one; ends every other session. */
export const changePassword = (
  db: Db,
  userId: number,
  form: { current_password: string; password: string },
  { address, keepSession }: { address: string; keepSession: Buffer | null },
) =>
  withOwnPassword(db, userId, { password: form.current_password, field: 'current_password', address }, async () => {
    const user = found(await findUser(db, userId))
    await checkNewPassword(form.password, user)
    const passwordHash = await hashPassword(form.password)
    await db.transaction(async (tx) => {
      await setPasswordHash(tx, userId, passwordHash)
      await deletePasswordResetsOf(tx, userId)
      await deleteSessionsOf(tx, userId, keepSession)
      await addSecurityLetter(tx, userId, { news: 'password-changed' })
      const object = { kind: 'user' as const, id: userId }
      await addAuditEntry(tx, { actor: { id: userId }, kind: 'password-changed', object })
    })
  })
