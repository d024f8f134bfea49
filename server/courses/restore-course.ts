import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { takeBackCourseNews } from '#server/courses/change-course.ts'
import { findDeletedCourse, lockCourses, updateCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { found } from '#server/http/refusal.ts'
import { listUntaught } from '#server/users/hand-over.repo.ts'

/**
 * Restores a deleted course as it was; 404 when it cannot be restored any more. One that was published, and that nobody
 * teaches any more, becomes a draft: a deleted course has no page on which to appoint somebody first.
 */
export const restoreCourse = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    await lockCourses(tx, [id])
    const { status } = found(await findDeletedCourse(tx, id))
    await updateCourse(tx, id, { deleted_at: null })
    if (status === 'published' && (await listUntaught(tx, [id])).length > 0) {
      await updateCourse(tx, id, { status: 'draft' })
      await takeBackCourseNews(tx, actor, id)
    }
    await addAuditEntry(tx, { actor, kind: 'course-restored', object: { kind: 'course', id } })
    await addCourseEvent(tx, id)
  })
