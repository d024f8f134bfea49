import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf, deleteSessionsOf } from '#server/auth/auth.repo.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { setPasswordHash } from '#server/users/users.repo.ts'

/** Changes the user's password after checking the old one; ends every other session. */
export const changePassword = (
  db: Db,
  userId: number,
  form: { current_password: string; password: string },
  { address, keepSession }: { address: string; keepSession: Buffer | null },
) =>
  withOwnPassword(db, userId, { password: form.current_password, field: 'current_password', address }, async () => {
    const passwordHash = await hashPassword(form.password)
    await db.transaction(async (tx) => {
      await setPasswordHash(tx, userId, passwordHash)
      await deletePasswordResetsOf(tx, userId)
      await deleteSessionsOf(tx, userId, keepSession)
      const object = { kind: 'user' as const, id: userId }
      await addAuditEntry(tx, { actor: { id: userId }, kind: 'password-changed', object })
    })
  })
