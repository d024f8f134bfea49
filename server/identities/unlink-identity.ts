import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { deleteIdentity, endSessionsOfIdentity } from '#server/identities/identities.repo.ts'
import { lockUser } from '#server/users/users.repo.ts'

/**
 * Unlinks an account at the provider, and ends what it has signed in to besides the session of this call. 409 for
 * somebody without a password, who could not sign in any more.
 */
export const unlinkIdentity = (
  db: Db,
  actor: { id: number },
  userId: number,
  { id, keepSession }: { id: number; keepSession: Buffer | null },
) =>
  db.transaction(async (tx) => {
    const user = found(await lockUser(tx, userId))
    const identity = found(await deleteIdentity(tx, userId, id))
    if (user.password_hash === null) {
      throw new Refusal('wrong-state', {
        detail: 'У этой учётной записи нет пароля: без этого входа в неё не попасть. Сначала задайте пароль.',
      })
    }
    await endSessionsOfIdentity(tx, identity, keepSession)
    await addSecurityLetter(tx, userId, { news: 'identity-removed' })
    await addAuditEntry(tx, { actor, kind: 'identity-removed', object: { kind: 'user', id: userId } })
  })
