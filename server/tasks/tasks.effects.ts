import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import { fullName } from '#contract/users/users.schema.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findTask, hasLike, listTaskStudents, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { findThreadEntry } from '#server/threads/threads.repo.ts'

const moves: Record<string, { type: NotificationType; title: (work: string) => string }> = {
  accepted: { type: 'task-accepted', title: (work) => `Работа ${work} принята` },
  returned: { type: 'task-returned', title: (work) => `Работа ${work} вернулась на доработку` },
  reopened: { type: 'task-reopened', title: (work) => `Работу ${work} проверят ещё раз` },
  excused: { type: 'task-excused', title: (work) => `Вас освободили от работы ${work}` },
}

const workOf = ({ lesson }: TaskWithFacts) => `<b>«${escapeHtml(lesson.name)}»</b>`

const load = async (db: Db, id: number) => {
  const task = await findTask(db, id)
  const students = await listTaskStudents(db, [id])
  return task && { task, students: students.map(({ person }) => person) }
}

/** Tells the students of a work what happened to it. */
export const taskEffects: Pick<EffectHandlers, 'task-moved' | 'task-commented' | 'task-liked'> = {
  'task-moved': async (db, { entry_id }) => {
    const found = await findThreadEntry(db, entry_id)
    const move = found && moves[found.entry.kind]
    const loaded = found && (await load(db, found.entry.task_id))
    if (!move || !loaded) return
    const { entry } = found
    await insertNotifications(
      db,
      loaded.students.map((student) => ({
        user_id: student.id,
        type: move.type,
        actor_id: entry.user_id,
        title: move.title(workOf(loaded.task)),
        comment: entry.text || null,
        lesson_id: loaded.task.lesson.id,
        task_status:
          entry.kind === 'reopened' ? ('submitted' as const) : (entry.kind as 'accepted' | 'returned' | 'excused'),
        same_as: `task-moved:${entry.id}`,
      })),
    )
  },

  'task-commented': async (db, { entry_id }) => {
    const found = await findThreadEntry(db, entry_id)
    const loaded = found && (await load(db, found.entry.task_id))
    if (!loaded) return
    await insertNotifications(
      db,
      loaded.students
        .filter(({ id }) => id !== found.entry.user_id)
        .map((student) => ({
          user_id: student.id,
          type: 'task-comment' as const,
          actor_id: found.entry.user_id,
          title: `${escapeHtml(fullName(found.person))} пишет о работе ${workOf(loaded.task)}`,
          comment: found.entry.text,
          lesson_id: loaded.task.lesson.id,
          same_as: `task-comment:${entry_id}`,
        })),
    )
  },

  'task-liked': async (db, { task_id, actor_id }) => {
    const loaded = await load(db, task_id)
    if (!loaded || !(await hasLike(db, task_id, actor_id))) return
    await insertNotifications(
      db,
      loaded.students.map((student) => ({
        user_id: student.id,
        type: 'task-like' as const,
        actor_id,
        title: `Работа ${workOf(loaded.task)}`,
        lesson_id: loaded.task.lesson.id,
        task_status: loaded.task.task.status,
        same_as: `task-like:${task_id}:${actor_id}`,
      })),
    )
  },
}
