import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Actor, canGivePassword } from '#contract/users/users.policy.ts'
import { passwordLength } from '#contract/users/users.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import { forgetGuesses } from '#server/auth/guess-password.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { listTaughtStudents } from '#server/users/taught-students.repo.ts'
import { listActiveUsers, setPasswordHash } from '#server/users/users.repo.ts'

/** Without letters and digits that look alike on paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * 49 bits, as long as any password has to be: guesses are limited, so this is enough for what a child types from paper.
 */
const newPassword = () => Array.from({ length: passwordLength.min }, () => signs[randomInt(signs.length)]).join('')

/**
 * Gives people without an address new passwords, and ends their sessions; all of them or none. Only this response has
 * the passwords. 404 for somebody who is unknown or inactive, 403 for somebody the actor may not do this for, and
 * without a password of their own of the last 15 minutes.
 */
export const givePasswords = async (
  db: Db,
  { actor, request }: { actor: Actor; request: Pick<FastifyRequest, 'passwordAt'> },
  userIds: number[],
) => {
  const people = await listActiveUsers(db, userIds, ['student', 'teacher', 'curator'])
  const taught = await listTaughtStudents(db, actor.id, userIds)
  const chosen = userIds.map((id) => found(people.find((user) => user.id === id)))
  for (const user of chosen) authorize(canGivePassword(actor, user, taught.has(user.id)))
  needFreshPassword(request)
  const slips = await Promise.all(
    chosen.map(async (user) => {
      const password = newPassword()
      return { user, password, hash: await hashPassword(password) }
    }),
  )
  await db.transaction(async (tx) => {
    for (const { user, hash } of slips.toSorted((one, other) => one.user.id - other.user.id)) {
      await setPasswordHash(tx, user.id, hash)
      await deletePasswordResetsOf(tx, user.id)
      await deleteSessionsOf(tx, user.id)
      if (user.login !== null) await forgetGuesses(tx, user.login)
      await addAuditEntry(tx, { actor, kind: 'password-given', object: { kind: 'user', id: user.id } })
    }
  })
  return slips.map(({ user, password }) => ({
    id: user.id,
    name: user.name,
    surname: user.surname,
    login: user.login ?? '',
    password,
  }))
}
