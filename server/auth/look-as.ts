import { canLookAs, maxLookMs } from '#contract/auth/account.policy.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { newToken } from '#server/auth/open-session.ts'
import { deleteLooksOf, insertLook } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import type { User } from '#server/users/users.table.ts'

/**
 * First check that a look is allowed: 403 for a curator, 409 for an account that is off, where nothing would be shown.
 */
export const checkLook = (actor: Actor, user: User) => {
  authorize(
    canLookAs(actor, user),
    `Посмотреть на сайт можно как ${called('студент')} или преподаватель, но не как куратор.`,
  )
  if (!user.active) throw new Refusal('wrong-state', { detail: 'Учётная запись отключена: смотреть нечего.' })
}

/** Begins a look of a curator at the site as a person, and ends the one before; returns its token. */
export const beginLook = (db: Db, actor: Actor, user: User) =>
  db.transaction(async (tx) => {
    const token = newToken()
    const until = new Date(Date.now() + maxLookMs).toISOString()
    await deleteLooksOf(tx, actor.id)
    await insertLook(tx, hashToken(token), user.id, { lookerId: actor.id, until })
    await addAuditEntry(tx, { actor, kind: 'look-begun', object: { kind: 'user', id: user.id }, after: { until } })
    return token
  })
