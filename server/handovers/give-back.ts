import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'
import { addTaskEvents } from '#server/events/events.repo.ts'
import { movedOf } from '#server/handovers/hand-over.ts'
import { moveVerdicts } from '#server/handovers/handed-drafts.repo.ts'
import {
  endHandover,
  endLeasesIn,
  findHandover,
  listLaterHandovers,
  lockPlaces,
  lockReturning,
  removePlaces,
  restoreFreed,
  restoreLeases,
  restoreReviewers,
  returnAlone,
  returnToPlaces,
  updateHanded,
} from '#server/handovers/handovers.repo.ts'
import type { Handed, HandoverRecord } from '#server/handovers/handovers.table.ts'
import { Refusal } from '#server/http/refusal.ts'
import { freeTasks, giveTasks } from '#server/reviews/assign-tasks.ts'
import { holdPeople, listActiveUsers } from '#server/users/users.repo.ts'

const keyOf = ({ id, user_id }: { id: number; user_id: number }) => `${id}:${user_id}`

/**
 * A receiver may have handed on what they only had for a time. It is back with its owner now: its last holder leaves,
 * too, and it does not return to the one in between.
 */
const endHandedOn = async (tx: Db, { id, user_id: ownerId, handed, to_ids }: HandoverRecord) => {
  const onward = await listLaterHandovers(tx, id, to_ids)
  const [teachers, leaders] = [new Set(handed.teachers.map(keyOf)), new Set(handed.leaders.map(keyOf))]
  const gone: Pick<Handed, 'teachers' | 'leaders'> = { teachers: [], leaders: [] }
  for (const { id, user_id, handed: next } of onward) {
    const courses = next.courses.filter(({ id }) => teachers.has(keyOf({ id, user_id }))).map(({ id }) => id)
    const cohorts = next.cohorts.filter(({ id }) => leaders.has(keyOf({ id, user_id }))).map(({ id }) => id)
    if (courses.length + cohorts.length === 0) continue
    // the owner may be the last holder: what came back by a handover of the receiver stays with them
    gone.teachers.push(...next.teachers.filter((place) => courses.includes(place.id) && place.user_id !== ownerId))
    gone.leaders.push(...next.leaders.filter((place) => cohorts.includes(place.id) && place.user_id !== ownerId))
    await updateHanded(tx, id, {
      ...next,
      courses: next.courses.filter(({ id }) => !courses.includes(id)),
      cohorts: next.cohorts.filter(({ id }) => !cohorts.includes(id)),
      teachers: next.teachers.filter(({ id }) => !courses.includes(id)),
      leaders: next.leaders.filter(({ id }) => !cohorts.includes(id)),
    })
  }
  return gone
}

const giveBack = async (tx: Db, actor: Actor, handover: HandoverRecord) => {
  const { user_id, handed } = handover
  await returnToPlaces(tx, 'cohort_leaders', handed.cohorts, user_id)
  await returnToPlaces(tx, 'course_teachers', handed.courses, user_id)
  const onward = await endHandedOn(tx, handover)
  await removePlaces(tx, 'cohort_leaders', [...handed.leaders, ...onward.leaders])
  const removed = await removePlaces(tx, 'course_teachers', [...handed.teachers, ...onward.teachers])
  // curators may review tasks of any course, so they keep what came to them otherwise
  const teachers = await listActiveUsers(
    tx,
    removed.map(({ user_id }) => user_id),
    ['teacher'],
  )
  const left = removed.filter(({ user_id }) => teachers.some(({ id }) => id === user_id))
  await restoreReviewers(tx, handed.reviewers)
  const returning = await lockReturning(tx, user_id, handed.tasks, left)
  if (returning.length > 0) {
    const people = await listActiveUsers(
      tx,
      returning.flatMap(({ reviewer_id }) => reviewer_id ?? []),
      ['teacher', 'curator'],
    )
    const reviewerOf = new Map(people.map((person) => [person.id, person]))
    await giveTasks(
      tx,
      actor,
      returning.map(({ id, attempt, reviewer_id }) => ({
        id,
        attempt,
        reviewer: (reviewer_id !== null && reviewerOf.get(reviewer_id)) || null,
      })),
    )
  }
  const courseIds = handed.courses.map(({ id }) => id)
  await restoreFreed(tx, courseIds, handed.freed ?? [])
  await freeTasks(tx, { course_ids: courseIds })
  const ended = await endLeasesIn(tx, left)
  if (ended.length > 0) await addTaskEvents(tx, ended, 'lease', 'all', { lease: null })
  await restoreLeases(tx, user_id, handed.leases)
  await moveVerdicts(
    tx,
    handed.drafts.map(({ task_id, to }) => ({ task_id, from: to, to: user_id })),
  )
}

/** Locks a handover that may return, with its places and its owner; returns a refusal when it may not. */
const holdHandover = async (tx: Db, id: number) => {
  await returnAlone(tx)
  const handover = await findHandover(tx, id)
  if (!handover) return new Refusal('not-found')
  if (handover.ended_at !== null) return new Refusal('wrong-state', { detail: 'Эти дела уже вернулись.' })
  const { user_id, handed } = handover
  await lockPlaces(tx, {
    cohorts: handed.cohorts.map(({ id }) => id),
    courses: handed.courses.map(({ id }) => id),
  })
  await holdPeople(tx, [user_id])
  const [owner] = await listActiveUsers(tx, [user_id], ['teacher', 'curator'])
  if (owner && isStaff(owner)) return { handover, owner }
  return new Refusal('wrong-state', {
    detail: 'Вернуть дела некому: эта учётная запись отключена или больше не преподаёт.',
  })
}

type Held = Exclude<Awaited<ReturnType<typeof holdHandover>>, Refusal>

const end = async (tx: Db, actor: Actor | null, { handover, owner }: Held) => {
  const { id, user_id, to_ids, handed } = handover
  await giveBack(tx, actor ?? owner, handover)
  await addEffects(
    tx,
    'handover-letter',
    [user_id, ...to_ids].map((user_id) => ({ handover_id: id, user_id, ended: true as const })),
  )
  const object = { kind: 'user' as const, id: user_id }
  await addAuditEntry(tx, {
    actor,
    kind: 'handover-ended',
    object,
    before: { receivers: to_ids },
    after: { moved: movedOf(handed) },
  })
  return endHandover(tx, id)
}

/**
 * Returns what others still have by a handover; verdicts given meanwhile stay. 409 when it has returned before, or its
 * owner no longer teaches: then everything stays with the receivers.
 */
export const endHandoverOf = async (tx: Db, actor: Actor, id: number) => {
  const held = await holdHandover(tx, id)
  if (held instanceof Refusal) throw held
  return end(tx, actor, held)
}

/** Returns a handover whose day has come; there is nothing to do where it would be refused. */
export const endDueHandover = async (tx: Db, id: number) => {
  const held = await holdHandover(tx, id)
  if (!(held instanceof Refusal)) await end(tx, null, held)
}
