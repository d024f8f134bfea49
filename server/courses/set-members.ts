import type { Actor } from '#contract/users/users.policy.ts'
import { addStudent, lockCourse, setStudents, setTeachers } from '#server/courses/courses.repo.ts'
import { deleteLeavers, insertLeavers } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { invalid } from '#server/http/refusal.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { listActiveUsers } from '#server/users/users.repo.ts'

const unique = (ids: number[]) => [...new Set(ids)]

/** Replaces the students of a course by `userIds`; new ones are notified, removed ones stay in the journal. */
export const enrolStudents = (db: Db, actor: Actor, courseId: number, userIds: number[]) =>
  db.transaction(async (tx) => {
    const ids = unique(userIds)
    await lockCourse(tx, courseId)
    if ((await listActiveUsers(tx, ids, ['student'])).length < ids.length) {
      throw invalid('user_ids', 'В списке есть тот, кого нельзя записать: учиться на курсе могут только студенты.')
    }
    const { added, removed } = await setStudents(tx, courseId, ids)
    await insertLeavers(tx, courseId, removed)
    await deleteLeavers(tx, courseId, added)
    if (added.length > 0) {
      await addEffect(tx, 'course-enrolled', { course_id: courseId, user_ids: added, actor_id: actor.id })
    }
  })

/** Adds one student to a course and notifies them; does nothing when they already take it. Call it in a transaction. */
export const enrolStudent = async (tx: Db, actor: Actor, courseId: number, userId: number) => {
  await lockCourse(tx, courseId)
  if (!(await addStudent(tx, courseId, userId))) return
  await deleteLeavers(tx, courseId, [userId])
  await addEffect(tx, 'course-enrolled', { course_id: courseId, user_ids: [userId], actor_id: actor.id })
}

/**
 * Replaces the teachers of a course by `userIds`; a course keeps at least one. Tasks assigned to removed teachers are
 * unassigned.
 */
export const appointTeachers = (db: Db, courseId: number, userIds: number[]) =>
  db.transaction(async (tx) => {
    const ids = unique(userIds)
    await lockCourse(tx, courseId)
    if (ids.length === 0) throw invalid('user_ids', 'У курса должен остаться хотя бы один преподаватель.')
    if ((await listActiveUsers(tx, ids, ['teacher', 'curator'])).length < ids.length) {
      throw invalid('user_ids', 'Вести курс могут только преподаватели и кураторы.')
    }
    await setTeachers(tx, courseId, ids)
    await freeTasks(tx, { course_id: courseId })
  })
