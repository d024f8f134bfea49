import type { HandoverCreate, Moved } from '#contract/handovers/handovers.schema.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, addEffects } from '#server/effects/effects.ts'
import { addToPlaces, insertHandover, leavePlaces, listPlaces, lockPlaces } from '#server/handovers/handovers.repo.ts'
import type { Handed } from '#server/handovers/handovers.table.ts'
import { passOn } from '#server/handovers/pass-on.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { hasMore } from '#server/users/lock-places.ts'
import { lockActiveUsers } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** 422 for somebody who may not take over. */
export const wrongReceiver = (field: string) =>
  invalid(field, 'Принять дела может только другой преподаватель или куратор с работающей учётной записью.')

/** The active staff with these ids, in the same order; 422 when somebody else is among them. */
export const findReceivers = async (tx: Db, user: User, wanted: number[], field: string) => {
  const ids = [...new Set(wanted)]
  const people = await lockActiveUsers(tx, [user.id, ...ids], ['teacher', 'curator'])
  const found = new Map(people.map((person) => [person.id, person]))
  const receivers = ids.flatMap((id) => (id === user.id ? [] : (found.get(id) ?? [])))
  if (receivers.length < ids.length) throw wrongReceiver(field)
  return receivers
}

/** How much a handover has moved. */
export const movedOf = ({ courses, tasks, cohorts }: Pick<Handed, 'courses' | 'tasks' | 'cohorts'>): Moved => ({
  courses: courses.length,
  tasks: tasks.length,
  cohorts: cohorts.length,
})

/**
 * A person's classes and courses, locked. 409 when they have got more while these were waited for: to lock those as
 * well, after others, could be a deadlock.
 */
const holdPlaces = async (tx: Db, userId: number) => {
  const known = await listPlaces(tx, userId)
  await lockPlaces(tx, known)
  // again, after everything that was under way
  const now = await listPlaces(tx, userId)
  if (hasMore(now, known)) {
    throw new Refusal('conflict', { detail: 'За это время у этого человека появились новые дела. Повторите передачу.' })
  }
  return now
}

/**
 * Hands everything of a teacher over to others: each of them teaches the courses and leads the classes, and open tasks
 * are shared out evenly. With `until` it returns then. Returns the handover, or null when there was nothing to hand
 * over.
 */
export const handOver = (db: Db, actor: Actor, user: User, { to, until = null }: HandoverCreate) =>
  db.transaction(async (tx) => {
    if (!isStaff(user)) {
      throw new Refusal('wrong-state', { detail: 'Передать дела могут только преподаватели и кураторы.' })
    }
    if (until !== null && until <= new Date().toISOString()) {
      throw invalid('until', 'Этот день уже наступил. Выберите день, когда человек вернётся.')
    }
    const places = await holdPlaces(tx, user.id)
    const receivers = await findReceivers(tx, user, to, 'to')
    const receiverIds = receivers.map(({ id }) => id)
    const passed = await passOn(tx, actor, { user, receivers, courseIds: places.courses, only: false })
    const courses = await leavePlaces(tx, 'course_teachers', places.courses, user.id)
    const handed: Handed = {
      ...passed,
      courses,
      // a verdict may be changed or asked about later, and its author can no longer open the task
      freed: await freeTasks(tx, { course_ids: places.courses }),
      leaders: await addToPlaces(tx, 'cohort_leaders', places.cohorts, receiverIds),
      cohorts: await leavePlaces(tx, 'cohort_leaders', places.cohorts, user.id),
    }
    const moved = movedOf(handed)
    if (moved.courses + moved.tasks + moved.cohorts + handed.drafts.length === 0) return null
    const handover = await insertHandover(tx, { user_id: user.id, to_ids: receiverIds, until, handed })
    const { id } = handover
    await addEffects(
      tx,
      'handover-letter',
      receiverIds.map((user_id) => ({ handover_id: id, user_id })),
    )
    if (until !== null) await addEffect(tx, 'handover-over', { handover_id: id }, until)
    const after = { receivers: receiverIds, moved, ...(until !== null && { until }) }
    await addAuditEntry(tx, { actor, kind: 'handover', object: { kind: 'user', id: user.id }, after })
    return handover
  })
