import { fullName } from '#contract/users/names.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findTask, listTaskStudents } from '#server/tasks/tasks.repo.ts'
import { findThreadEntry } from '#server/threads/threads.repo.ts'

const sentences = {
  joined: 'теперь в вашей команде',
  left: 'больше не в вашей команде',
} as const

/** Notifies the others of a team about who joined and who left. */
export const teamEffects: Pick<EffectHandlers, 'team-changed'> = {
  'team-changed': async (db, { entry_id }) => {
    const found = await findThreadEntry(db, entry_id)
    const task = found && (await findTask(db, found.entry.task_id))
    if (!task) return
    const { entry, person } = found
    const kind = entry.kind as 'joined' | 'left'
    const students = await listTaskStudents(db, [entry.task_id])
    const others = students.map((student) => student.person.id).filter((id) => id !== entry.user_id)
    await insertNotifications(db, others, {
      type: `team-${kind}`,
      actor_id: entry.user_id,
      title: `${escapeHtml(fullName(person))} ${sentences[kind]}: работа <b>«${escapeHtml(task.lesson.name)}»</b>`,
      lesson_id: task.lesson.id,
      same_as: `team-changed:${entry_id}`,
    })
  },
}
