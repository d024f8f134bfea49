import { type Actor, curates, isStaff } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { findReceivers, wrongReceiver } from '#server/handovers/hand-over.ts'
import { passOn } from '#server/handovers/pass-on.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { lockCoursesLeft } from '#server/users/hand-over.repo.ts'
import { listActiveUsers } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Refuses to leave published courses without a teacher: 409 with their names. */
const refuseUntaught = (courses: Awaited<ReturnType<typeof lockCoursesLeft>>) => {
  const published = courses.filter(({ status }) => status === 'published')
  if (published.length === 0) return
  const names = published.map(({ name }) => `«${name}»`).join(', ')
  const detail =
    published.length === 1
      ? `Без преподавателя останется курс ${names}. Назначьте в него ещё кого-нибудь или выберите, кто его примет.`
      : `Без преподавателя останутся курсы: ${names}. Назначьте в них ещё кого-нибудь или выберите, кто их примет.`
  throw new Refusal('successor-needed', { detail })
}

/** 422 for a curator who would get courses for themselves without the right to name their teachers (record 0080). */
const checkNotSelf = (actor: Actor, successorId: number) => {
  if (successorId !== actor.id || curates(actor, 'courses')) return
  throw invalid('successor_id', 'Права на курсы у вас нет. Выберите, кто ещё может их принять.')
}

/**
 * The same question for somebody who stops teaching on a later day: nothing passes yet. 422 for a successor who may not
 * teach. Call it before people are locked.
 */
export const checkSuccessor = async (tx: Db, actor: Actor, user: User, successorId: number | undefined) => {
  if (!user.active || !isStaff(user)) return
  const courses = await lockCoursesLeft(tx, user.id)
  if (successorId === undefined) return refuseUntaught(courses)
  checkNotSelf(actor, successorId)
  const able = await listActiveUsers(tx, [successorId], ['teacher', 'curator'])
  if (successorId === user.id || able.length === 0) throw wrongReceiver('successor_id')
}

/**
 * Call it before somebody stops teaching. Courses that would be left without a teacher go to the successor, with the
 * tasks assigned to the one who leaves; 409 with the names of published ones when there is no successor.
 */
export const handOverCourses = async (tx: Db, actor: Actor, user: User, successorId: number | undefined) => {
  if (!user.active || !isStaff(user)) return
  const courses = await lockCoursesLeft(tx, user.id)
  if (successorId === undefined) return refuseUntaught(courses)
  checkNotSelf(actor, successorId)
  const receivers = await findReceivers(tx, user, [successorId], 'successor_id')
  await passOn(tx, actor, { user, receivers, courseIds: courses.map(({ id }) => id), only: true })
}
