import { escapeHtml } from '#server/content/escape-html.ts'
import { listStudentIds } from '#server/courses/courses.repo.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { findLessonToAnnounce } from '#server/lessons/lessons.repo.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'

/** Notifies the students of a course that a lesson is open: who has read so is not notified again when it reopens. */
export const lessonEffects: Pick<EffectHandlers, 'lesson-published'> = {
  'lesson-published': async (db, { lesson_id, actor_id }) => {
    const lesson = await findLessonToAnnounce(db, lesson_id)
    if (!lesson) return
    const students = await listStudentIds(db, lesson.course_id)
    await insertNotifications(db, students, {
      type: 'lesson-published',
      actor_id,
      title: `Новый урок в курсе <b>«${escapeHtml(lesson.course_name)}»</b>`,
      lesson_id,
      same_as: `lesson-published:${lesson_id}`,
    })
  },
}
