import { markText } from '#contract/journal/scales.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { loadGrading } from '#server/site/load-settings.ts'
import { findTask, listTaskStudents } from '#server/tasks/tasks.repo.ts'

/** Notifies the students of a task that its score was changed by hand, unless it has changed again since. */
export const journalEffects: Pick<EffectHandlers, 'task-scored'> = {
  'task-scored': async (db, { task_id, actor_id, to, reason, at }) => {
    const found = await findTask(db, task_id)
    if (!found || found.task.score !== to) return
    const taskName = `<b>«${escapeHtml(found.lesson.name)}»</b>`
    const students = await listTaskStudents(db, [task_id])
    const authors = students.map(({ person }) => person.id)
    await insertNotifications(db, authors, {
      type: 'task-scored',
      actor_id,
      title:
        to === null
          ? `Оценка за работу ${taskName} снята`
          : `Оценка за работу ${taskName}: ${markText(to, maxScoreOf(found.assignment.criteria), await loadGrading(db, found.course.scale))}`,
      comment: reason || null,
      lesson_id: found.lesson.id,
      task_status: found.task.status,
      same_as: `task-scored:${task_id}:${at}`,
    })
  },
}
