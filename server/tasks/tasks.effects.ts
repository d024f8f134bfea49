import { moscowMoment } from '#contract/dates.ts'
import type { TaskHappening } from '#contract/events/events.schema.ts'
import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import { placeOfEntry, placeOfHappening } from '#contract/tasks/task-places.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { canMove, staffKinds } from '#contract/tasks/tasks.policy.ts'
import type { ThreadKind } from '#contract/threads/threads.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { issueCertificates } from '#server/certificates/issue-certificates.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { listFilesOf } from '#server/files/file-uses.repo.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findTask, hasLike, listTaskStudents, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { entryOf } from '#server/threads/present-thread.ts'
import { findThreadEntry } from '#server/threads/threads.repo.ts'
import { notifyPrograms } from '#server/webhooks/notify-programs.ts'

interface Move {
  type: NotificationType
  happening: TaskHappening
  /** `until`: the moment that staff granted. */
  title: (taskName: string, until: string | null) => string
  /** The state that the move led to. */
  status?: TaskStatus
}

const moves: Partial<Record<ThreadKind, Move>> = {
  accepted: {
    type: 'task-accepted',
    happening: 'verdict',
    title: (taskName) => `Работа ${taskName} принята`,
    status: 'accepted',
  },
  returned: {
    type: 'task-returned',
    happening: 'verdict',
    title: (taskName) => `Работа ${taskName} вернулась на доработку`,
    status: 'returned',
  },
  reopened: {
    type: 'task-reopened',
    happening: 'reopened',
    title: (taskName) => `Работу ${taskName} проверят ещё раз`,
    status: 'submitted',
  },
  excused: {
    type: 'task-excused',
    happening: 'excused',
    title: (taskName) => `Вас освободили от работы ${taskName}`,
    status: 'excused',
  },
  extended: {
    type: 'task-extended',
    happening: 'extension',
    title: (taskName, until) =>
      until
        ? `Работу ${taskName} можно сдать до ${moscowMoment(until)}`
        : `Срок работы ${taskName} снова такой, как у всех`,
  },
  'extension-refused': {
    type: 'task-extension-refused',
    happening: 'extension',
    title: (taskName) => `Срок работы ${taskName} остался прежним`,
  },
}

const nameOf = ({ lesson }: TaskWithFacts) => `<b>«${escapeHtml(lesson.name)}»</b>`

const load = async (db: Db, id: number) => {
  const task = await findTask(db, id)
  const students = await listTaskStudents(db, [id])
  return task && { task, students: students.map(({ person }) => person) }
}

/** Replaces the missing text of a comment. */
const nameOfFiles = async (db: Db, entryId: number) => {
  const files = await listFilesOf(db, [entryOf({ id: entryId })])
  return files.every(({ file }) => file.type.startsWith('audio/')) ? 'Голосовое сообщение' : 'Файлы'
}

const idsOf = (people: { id: number }[]) => people.map(({ id }) => id)

/** Notifies the students of a task about what happened to it. */
export const taskEffects: Pick<EffectHandlers, 'task-moved' | 'task-reminded' | 'task-commented' | 'task-liked'> = {
  'task-moved': async (db, { entry_id }) => {
    const found = await findThreadEntry(db, entry_id)
    const move = found && moves[found.entry.kind]
    const loaded = found && (await load(db, found.entry.task_id))
    if (!move || !loaded) return
    const { entry } = found
    await insertNotifications(db, idsOf(loaded.students), {
      type: move.type,
      actor_id: entry.user_id,
      title: move.title(nameOf(loaded.task), entry.until),
      comment: entry.text || null,
      lesson_id: loaded.task.lesson.id,
      task_status: move.status ?? null,
      place: placeOfHappening(entry),
      same_as: `task-moved:${entry.id}`,
    })
    await addTaskEvent(db, entry.task_id, move.happening, 'students')
    if (entry.kind === 'accepted' || entry.kind === 'returned') {
      const { task_id, attempt, kind: verdict } = entry
      await notifyPrograms(db, 'task-reviewed', [{ task_id, attempt, verdict, user_ids: idsOf(loaded.students) }])
    }
    if (move.status === 'accepted' || move.status === 'excused') {
      await issueCertificates(db, loaded.task.task.course_id, { userIds: idsOf(loaded.students), archived: false })
    }
  },

  'task-reminded': async (db, { task_id, actor_id, batch_id, text }) => {
    const loaded = await load(db, task_id)
    // somebody who has handed in in the meantime needs no reminder
    if (!loaded || !canMove(loaded.task.task.status, 'submit')) return
    await insertNotifications(db, idsOf(loaded.students), {
      type: 'task-reminder',
      actor_id,
      title: `Работа ${nameOf(loaded.task)} ждёт вас`,
      comment: text || null,
      lesson_id: loaded.task.lesson.id,
      task_status: loaded.task.task.status,
      same_as: `task-reminder:${batch_id}:${task_id}`,
    })
  },

  'task-commented': async (db, { entry_id }) => {
    const found = await findThreadEntry(db, entry_id)
    const loaded = found && (await load(db, found.entry.task_id))
    if (!loaded || staffKinds.has(found.entry.kind)) return
    const comment = found.entry.text || (await nameOfFiles(db, entry_id))
    const others = idsOf(loaded.students).filter((id) => id !== found.entry.user_id)
    await insertNotifications(db, others, {
      type: 'task-comment',
      actor_id: found.entry.user_id,
      title: `${escapeHtml(fullName(found.person))} пишет о работе ${nameOf(loaded.task)}`,
      comment,
      lesson_id: loaded.task.lesson.id,
      place: placeOfEntry(entry_id),
      same_as: `task-comment:${entry_id}`,
    })
  },

  'task-liked': async (db, { task_id, actor_id }) => {
    const loaded = await load(db, task_id)
    if (!loaded || !(await hasLike(db, task_id, actor_id))) return
    await insertNotifications(db, idsOf(loaded.students), {
      type: 'task-like',
      actor_id,
      title: `Работа ${nameOf(loaded.task)}`,
      lesson_id: loaded.task.lesson.id,
      task_status: loaded.task.task.status,
      same_as: `task-like:${task_id}:${actor_id}`,
    })
  },
}
