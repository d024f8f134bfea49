import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { deleteSessionsOf } from '#server/auth/sessions.repo.ts'
import { leaveAllCourses } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { deactivateUsers } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/**
 * Switches accounts off: signs these people out everywhere, and gives their tasks back. `active` is what they were
 * before. Places in courses and classes, calendar links, push and keys stay for their return: none of them works until
 * then. First lock the people, and check what the school cannot do without.
 */
export const switchOff = async (tx: Db, people: Pick<User, 'id' | 'active'>[]) => {
  const ids = people.map(({ id }) => id)
  await deactivateUsers(tx, ids)
  await deleteSessionsOf(tx, ids)
  await deletePasswordResetsOf(tx, ...ids)
  await leaveAllCourses(
    tx,
    people.flatMap(({ id, active }) => (active ? [id] : [])),
  )
  await freeTasks(tx, { user_ids: ids })
}
