import { escapeHtml } from '#server/content/escape-html.ts'
import { findCourseName, listStudentIds } from '#server/courses/courses.repo.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'

/** Notifies students that they take a course: once, and when they can open it. */
export const courseEffects: Pick<EffectHandlers, 'course-enrolled'> = {
  'course-enrolled': async (db, { course_id, user_ids, actor_id }) => {
    const course = await findCourseName(db, course_id)
    if (!course) return
    const enrolled = new Set(await listStudentIds(db, course_id))
    const students = user_ids.filter((id) => enrolled.has(id))
    await insertNotifications(db, students, {
      type: 'course-enrolled',
      actor_id,
      title: `Вы записаны на курс <b>«${escapeHtml(course.name)}»</b>`,
      same_as: `course-enrolled:${course_id}`,
    })
  },
}
