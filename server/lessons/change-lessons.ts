import type { LessonsBulk } from '#contract/lessons/lessons.schema.ts'
import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { appendLessons } from '#server/courses/change-outline.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { listPlaces } from '#server/courses/outline.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { Refusal } from '#server/http/refusal.ts'
import { auditLessons } from '#server/lessons/audit-lessons.ts'
import { listLessonsToRestore } from '#server/lessons/bin.repo.ts'
import { type LessonRecord, listLessonsOf, updateLessons } from '#server/lessons/lessons.repo.ts'
import { restoreLessons } from '#server/lessons/restore-lessons.ts'
import { checkSection } from '#server/lessons/save-lesson.ts'
import { deleteUnreadLessonNews } from '#server/notifications/notifications.repo.ts'

const idsOf = (lessons: LessonRecord[]) => lessons.map(({ id }) => id)

/** Students are notified once the act can no longer be undone, or when a lesson opens. */
const publish = async (tx: Db, actor: Actor, lessons: LessonRecord[]) => {
  await updateLessons(tx, idsOf(lessons), { status: 'published' })
  const undoUntil = new Date(Date.now() + undoTimeMs).toISOString()
  const opened = lessons.filter(({ status }) => status !== 'published')
  await addEffects(
    tx,
    'lesson-published',
    opened.map(({ id }) => ({ lesson_id: id, actor_id: actor.id })),
    opened.map(({ publish_at }) => (publish_at !== null && publish_at > undoUntil ? publish_at : undoUntil)),
  )
}

/** Changes several lessons of a course: all of them, or none. 404 when one of them is not there any more. */
export const changeLessons = (
  db: Db,
  actor: Actor,
  courseId: number,
  { ids: given, act, section_id = null }: LessonsBulk,
) =>
  db.transaction(async (tx) => {
    const ids = [...new Set(given)]
    await lockEditableCourse(tx, actor, courseId)
    const lessons = await listLessonsOf(tx, courseId, ids)
    const isGone = (lesson: LessonRecord) => act !== 'restore' && lesson.deleted_at !== null
    if (lessons.length < ids.length || lessons.some(isGone)) throw new Refusal('not-found')
    if (act === 'publish') await publish(tx, actor, lessons)
    if (act === 'unpublish') await updateLessons(tx, ids, { status: 'draft' })
    if (act === 'unpublish' || act === 'delete') await deleteUnreadLessonNews(tx, ids)
    if (act === 'delete') {
      await updateLessons(tx, ids, { deleted_at: new Date().toISOString() })
      await auditLessons(tx, actor, 'lessons-deleted', courseId, ids)
    }
    if (act === 'restore') {
      const restored = await restoreLessons(tx, actor, await listLessonsToRestore(tx, ids))
      await auditLessons(tx, actor, 'lessons-restored', courseId, restored)
    }
    if (act === 'move') {
      await checkSection(tx, section_id, courseId)
      await appendLessons(tx, courseId, await listPlaces(tx, courseId), ids, section_id)
    }
    await addCourseEvent(tx, courseId)
  })
