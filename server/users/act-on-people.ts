import { hourMs } from '#contract/durations.ts'
import type { BulkResult } from '#contract/http/bulk-result.ts'
import type { PeopleAct } from '#contract/users/people-acts.ts'
import { type Actor, canManageUser } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { insertHits, lockHits, sumHits } from '#server/auth/auth.repo.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { doEach } from '#server/http/do-each.ts'
import { Refusal } from '#server/http/refusal.ts'
import { deactivateUser } from '#server/users/change-user.ts'
import { listPeople, lockUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** One letter of an invitation in this time, however often somebody is chosen. */
const inviteEveryMs = hourMs

const refuse = (detail: string) => new Refusal('wrong-state', { detail })

const invite = (db: Db, { id }: User) =>
  db.transaction(async (tx) => {
    const key = `invitation:${id}`
    await lockHits(tx, [key])
    const user = await lockUser(tx, id)
    if (!user?.active) throw refuse('Учётная запись отключена.')
    if (user.password_hash !== null) throw refuse('Пароль уже есть: приглашать не нужно.')
    if (user.awaits_parent_at !== null) throw refuse('Сначала нужно согласие родителя.')
    if (user.email === null) {
      throw refuse(user.role === 'curator' ? 'Почты нет: сначала впишите её.' : 'Почты нет: выдайте пароль на бумаге.')
    }
    if ((await sumHits(tx, key, inviteEveryMs)).total > 0) throw refuse('Приглашение уже ушло меньше часа назад.')
    await insertHits(tx, [{ key }])
    await addEffect(tx, 'invitation-letter', { user_id: id })
  })

const signOut = (db: Db, actor: Actor, { id }: User) =>
  db.transaction(async (tx) => {
    await deleteSessionsOf(tx, [id])
    await addAuditEntry(tx, { actor, kind: 'sessions-ended', object: { kind: 'user', id } })
  })

const acts: Record<PeopleAct, (db: Db, actor: Actor, user: User) => Promise<void>> = {
  invite: (db, _, user) => invite(db, user),
  'sign-out': signOut,
  'turn-off': async (db, actor, user) => {
    if (!user.active) throw refuse('Учётная запись уже отключена.')
    await deactivateUser(db, actor, user)
  },
}

/** One act on many accounts, each in its own transaction; nobody does it to themselves. */
export const actOnPeople = async (db: Db, actor: Actor, act: PeopleAct, userIds: number[]): Promise<BulkResult> => {
  const chosen = [...new Set(userIds)]
  const known = new Map((await listPeople(db, chosen)).map((user) => [user.id, user]))
  return doEach(
    chosen,
    (id) => id,
    async (id) => {
      const user = known.get(id)
      if (!user) throw new Refusal('not-found', { detail: 'Такого человека нет.' })
      if (id === actor.id) throw refuse('Со своей учётной записью так нельзя.')
      if (!canManageUser(actor, user)) {
        throw new Refusal('forbidden', { detail: 'Учётные записи кураторов ведут кураторы со всеми правами.' })
      }
      await acts[act](db, actor, user)
    },
  )
}
