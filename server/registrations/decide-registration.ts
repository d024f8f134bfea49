import { hourMs } from '#contract/durations.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, takeBackEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { isErasureAsked } from '#server/privacy/erasures.repo.ts'
import { giveWanted } from '#server/registrations/admit.ts'
import { listWantedCohorts, takeRegistration } from '#server/registrations/registrations.repo.ts'
import type { Wanted } from '#server/registrations/wanted.ts'
import { lockPlacesOf } from '#server/users/lock-places.ts'
import { lockUser, updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/**
 * Takes the registration of a locked person, to decide it; null when there is none. 409 where erasing was asked for,
 * such as by a parent who has taken the consent back.
 */
export const takeDecidable = async (tx: Db, user: Pick<User, 'id' | 'erase_at'>) => {
  const registration = await takeRegistration(tx, user.id)
  if (registration && user.erase_at !== null) {
    throw new Refusal('wrong-state', {
      detail: 'Эти данные попросили удалить, поэтому принять или отклонить регистрацию нельзя.',
    })
  }
  return registration
}

/** Locks the person, so that of two curators the second finds the registration decided, and takes it. */
const take = async (tx: Db, userId: number) => {
  const user = found(await lockUser(tx, userId), ({ erased_at }) => erased_at === null)
  return { user, registration: found(await takeDecidable(tx, user)) }
}

/**
 * Gives somebody whose account was just switched on what they registered for, with a letter. Only students join classes
 * and apply to courses.
 */
export const letIn = async (tx: Db, actor: Actor, { id, role }: Actor, wanted: Wanted) => {
  if (role === 'student') await giveWanted(tx, actor, id, wanted)
  await addEffect(tx, 'registration-accepted', { user_id: id })
}

/**
 * Lets somebody in who waits, with a letter; they join the class whose code they had, and apply to the course that they
 * chose. 404 once it was decided.
 */
export const acceptRegistration = (db: Db, actor: Actor, userId: number) =>
  db.transaction(async (tx) => {
    // the class and its courses before the person, as by all acts on these
    await lockPlacesOf(tx, userId, await listWantedCohorts(tx, userId))
    const { user, registration } = await take(tx, userId)
    await updateUser(tx, userId, { active: true })
    await letIn(tx, actor, user, registration)
    await addAuditEntry(tx, {
      actor,
      kind: 'registration-accepted',
      object: { kind: 'user', id: userId },
      before: { active: false },
      after: { active: true },
    })
  })

/** How long the letter has to be sent before the address is erased, in milliseconds. */
const erasedAfterMs = hourMs

/** Refuses somebody who waits, with a letter; their data are erased within the hour. 404 once it was decided. */
export const declineRegistration = (db: Db, actor: Actor, userId: number, reason: string) =>
  db.transaction(async (tx) => {
    const { user, registration } = await take(tx, userId)
    const { cohort_id, program_id, application_text } = registration
    const wanted = { cohort_id, program_id, application_text }
    const erase_at = new Date(Date.now() + erasedAfterMs).toISOString()
    await updateUser(tx, userId, { erase_at })
    if (user.email !== null) await addEffect(tx, 'registration-declined', { email: user.email, reason })
    await addEffect(tx, 'account-erased', { user_id: userId, erase_at, wanted }, erase_at)
    await addAuditEntry(tx, { actor, kind: 'registration-declined', object: { kind: 'user', id: userId } })
  })

const nothing: Wanted = { cohort_id: null, program_id: null, application_text: '' }

/**
 * Keeps the data of somebody who was refused, when the account is switched on after all; returns what they had
 * registered for, null for somebody who was not about to be erased. Erasing that the person, a parent or a curator has
 * asked for is not cancelled.
 */
export const takeBackRefusal = async (tx: Db, userId: number) => {
  const user = await lockUser(tx, userId)
  if (!user?.erase_at || (await isErasureAsked(tx, userId))) return null
  await updateUser(tx, userId, { erase_at: null })
  const erasing = await takeBackEffect(tx, 'account-erased', { user_id: userId })
  return erasing?.wanted ?? nothing
}
