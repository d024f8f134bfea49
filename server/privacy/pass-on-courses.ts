import { curates } from '#contract/users/users.policy.ts'
import { addAuditEntries } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { passOn } from '#server/handovers/pass-on.ts'
import { listCuratorIds } from '#server/users/curators.repo.ts'
import { lockCoursesLeft } from '#server/users/hand-over.repo.ts'
import { lockPlacesOf, refuseMorePlaces } from '#server/users/lock-places.ts'
import { listActiveUsers, lockPeople } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/**
 * Locks somebody who is about to be erased, after their places. Returns the courses that would be left without a
 * teacher, with who takes them over: the successor, if they may still teach, otherwise for published ones the first
 * curator of courses; null when nothing passes on.
 */
export const lockErased = async (tx: Db, userId: number, successorId: number | undefined) => {
  const places = await lockPlacesOf(tx, userId)
  const courses = await lockCoursesLeft(tx, userId)
  const isPublished = courses.some(({ status }) => status === 'published')
  const curators = isPublished ? await listCuratorIds(tx, 'courses') : []
  const wanted = courses.length === 0 || successorId === undefined ? curators : [successorId, ...curators]
  // together, in the order of all acts on several people
  await lockPeople(tx, [userId, ...wanted])
  await refuseMorePlaces(tx, [userId], places)
  const able = new Map((await listActiveUsers(tx, wanted, ['teacher', 'curator'])).map((person) => [person.id, person]))
  const receiver = wanted
    .flatMap((id) => able.get(id) ?? [])
    .find(
      (person) =>
        person.id !== userId && person.erase_at === null && (person.id === successorId || curates(person, 'courses')),
    )
  if (!receiver) return null
  const isWanted = receiver.id === successorId
  return { courses: isWanted ? courses : courses.filter(({ status }) => status === 'published'), receiver }
}

/** Passes on what `lockErased` has returned, with the tasks that wait, and notifies who takes over. */
export const passOnCourses = async (
  tx: Db,
  user: User,
  { courses, receiver }: NonNullable<Awaited<ReturnType<typeof lockErased>>>,
) => {
  const courseIds = courses.map(({ id }) => id)
  await passOn(tx, receiver, { user, receivers: [receiver], courseIds, only: true })
  await addAuditEntries(
    tx,
    courseIds.map((id) => ({
      actor: null,
      kind: 'course-teachers' as const,
      object: { kind: 'course' as const, id },
      before: { teachers: [user.id] },
      after: { teachers: [receiver.id] },
    })),
  )
  await addEffect(tx, 'courses-passed', { user_id: receiver.id, course_ids: courseIds })
}
