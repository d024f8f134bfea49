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
import { listActiveUsers, lockPeople, setPasswordHash } from '#server/users/users.repo.ts'

/** Without letters and digits that look alike on paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * 49 bits, as long as any password has to be: guesses are limited, so this is enough for what a child types from paper.
 */
const newPassword = () => Array.from({ length: passwordLength.min }, () => signs[randomInt(signs.length)]).join('')

/** The people who get passwords; 404 for somebody unknown or inactive, 403 for somebody the actor may not do this for. */
const findChosen = async (db: Db, actor: Actor, userIds: number[]) => {
  const people = await listActiveUsers(db, userIds, ['student', 'teacher', 'curator'])
  const taught = await listTaughtStudents(db, actor.id, userIds)
  const chosen = userIds.map((id) => found(people.find((user) => user.id === id)))
  for (const user of chosen) authorize(canGivePassword(actor, user, taught.has(user.id)))
  return chosen
}

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
  await findChosen(db, actor, userIds)
  needFreshPassword(request)
  const made = await Promise.all(
    userIds.map(async (id) => {
      const password = newPassword()
      return { id, password, hash: await hashPassword(password) }
    }),
  )
  const chosen = await db.transaction(async (tx) => {
    await lockPeople(tx, userIds)
    // again: while the passwords were hashed, somebody may have got an address or become a curator
    const chosen = await findChosen(tx, actor, userIds)
    for (const { id, hash } of made) {
      await setPasswordHash(tx, id, hash)
      await deletePasswordResetsOf(tx, id)
      await deleteSessionsOf(tx, [id])
      await addAuditEntry(tx, { actor, kind: 'password-given', object: { kind: 'user', id } })
    }
    for (const { login } of chosen) if (login !== null) await forgetGuesses(tx, login)
    return chosen
  })
  return made.map(({ id, password }) => {
    const { name, surname, login } = found(chosen.find((user) => user.id === id))
    return { id, name, surname, login: login ?? '', password }
  })
}
