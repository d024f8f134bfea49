import { canDeleteCourse, canEditCourse } from '#contract/courses/courses.policy.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { findVisibleCourse } from '#server/courses/course-access.ts'
import { lockCourse, updateCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { authorize } from '#server/http/refusal.ts'

/** Deletes a course; 404 when it is deleted already, 403 for its teacher once somebody takes it. */
export const deleteCourse = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    // nobody joins it from now on
    await lockCourse(tx, id)
    const course = await findVisibleCourse(tx, actor, id)
    authorize(
      canDeleteCourse(actor, course),
      canEditCourse(actor, course)
        ? `На курсе есть ${called('студенты')}. Удалить его может только куратор.`
        : undefined,
    )
    await updateCourse(tx, id, { deleted_at: new Date().toISOString() })
    await addAuditEntry(tx, { actor, kind: 'course-deleted', object: { kind: 'course', id } })
    await addCourseEvent(tx, id)
  })
