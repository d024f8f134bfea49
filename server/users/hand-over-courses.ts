import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { giveTasks } from '#server/reviews/assign-tasks.ts'
import { addTeacher, holdCoursesLeft, listOpenTasksOf } from '#server/users/hand-over.repo.ts'
import { findUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** The successor who takes the courses over; 422 unless they may teach. */
const findSuccessor = async (tx: Db, user: User, id: number) => {
  const successor = id === user.id ? null : await findUser(tx, id)
  if (!successor?.active || !isStaff(successor)) {
    throw invalid('successor_id', 'Принять курсы может только преподаватель или куратор с работающей учётной записью.')
  }
  return successor
}

/**
 * Call it before somebody stops teaching. Courses that would be left without a teacher go to the successor, with the
 * tasks assigned to the one who leaves; 409 with the names of published ones when there is no successor.
 */
export const handOverCourses = async (tx: Db, actor: Actor, user: User, successorId: number | undefined) => {
  if (!user.active || !isStaff(user)) return
  const courses = await holdCoursesLeft(tx, user.id)
  if (successorId === undefined) {
    const published = courses.filter(({ status }) => status === 'published')
    if (published.length === 0) return
    const names = published.map(({ name }) => `«${name}»`).join(', ')
    const detail =
      published.length === 1
        ? `Без преподавателя останется курс ${names}. Назначьте в него ещё кого-нибудь или выберите, кто его примет.`
        : `Без преподавателя останутся курсы: ${names}. Назначьте в них ещё кого-нибудь или выберите, кто их примет.`
    throw new Refusal('successor-needed', { detail })
  }
  const reviewer = await findSuccessor(tx, user, successorId)
  const ids = courses.map(({ id }) => id)
  await addTeacher(tx, ids, reviewer.id)
  const tasks = await listOpenTasksOf(tx, user.id, ids)
  if (tasks.length > 0) {
    await giveTasks(
      tx,
      actor,
      tasks.map((task) => ({ ...task, reviewer })),
    )
  }
}
