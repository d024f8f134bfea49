import { lockCourses } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { listCoursesOfCohorts, lockCohorts } from '#server/people-imports/make-people.repo.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'

type Places = Awaited<ReturnType<typeof listPlacesOf>>

/**
 * Locks the classes and courses where somebody is anything, and the classes that they are about to join with their
 * courses; returns the former. Call it before the person is locked.
 */
export const lockPlacesOf = async (tx: Db, userId: number, joins: number[] = []): Promise<Places> => {
  const places = await listPlacesOf(tx, [userId])
  await lockCohorts(tx, [...places.cohorts, ...joins])
  await lockCourses(tx, [...places.courses, ...(await listCoursesOfCohorts(tx, joins))])
  return places
}

/** Whether there are places among these that are not among the locked ones. */
export const hasMore = (now: Places, locked: Places) =>
  (['cohorts', 'courses'] as const).some((kind) => new Set(now[kind]).difference(new Set(locked[kind])).size > 0)

/**
 * Refuses when people have got more places since theirs were locked: to lock these as well, after others, could be a
 * deadlock. Call it once the people are locked: from then on they get none.
 */
export const refuseMorePlaces = async (tx: Db, userIds: number[], locked: Places) => {
  if (hasMore(await listPlacesOf(tx, userIds), locked)) {
    throw new Refusal('conflict', { detail: 'За это время изменилось, кто где учится и преподаёт. Повторите.' })
  }
}
