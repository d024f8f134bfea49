import { schoolDayText } from '#contract/dates.ts'
import { plural } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { findApplication } from '#server/applications/applications.repo.ts'
import { sameApplication } from '#server/applications/withdraw-application.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers, StaffNews } from '#server/effects/effects.ts'
import { placeOfTask, placeOfWaiting } from '#server/notifications/notification-address.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findReport } from '#server/projects/project-reports.repo.ts'
import { findTask, listTaskStudents, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { findThreadEntry } from '#server/threads/threads.repo.ts'
import { listCuratorIds } from '#server/users/curators.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

const countedTasks = (count: number) => `${count} ${plural(count, 'работу', 'работы', 'работ')}`

const named = (name: string) => `<b>«${escapeHtml(name)}»</b>`

/** The reviewers of a task: its assigned one, or else all teachers of its course, or the curators if it has none. */
const reviewersOf = async (db: Db, { task, teacher_ids }: TaskWithFacts) => {
  if (task.reviewer_id !== null) return [task.reviewer_id]
  return teacher_ids.length > 0 ? teacher_ids : listCuratorIds(db, 'courses')
}

const studentsOf = async (db: Db, taskId: number) => {
  const students = await listTaskStudents(db, [taskId])
  return students.map(({ person }) => escapeHtml(fullName(person))).join(', ')
}

const writers: {
  [About in StaffNews['about']]: (db: Db, news: Extract<StaffNews, { about: About }>) => Promise<unknown>
} = {
  submitted: async (db, { task_id, attempt, actor_id }) => {
    const found = await findTask(db, task_id)
    // withdrawn or reviewed in the meantime
    if (found?.task.status !== 'submitted' || found.task.attempt !== attempt) return
    await insertNotifications(db, await reviewersOf(db, found), {
      type: 'task-submitted',
      actor_id,
      title: `${await studentsOf(db, task_id)}: сдана работа ${named(found.lesson.name)}`,
      lesson_id: found.lesson.id,
      place: placeOfTask(task_id),
      same_as: `task-submitted:${task_id}:${attempt}`,
    })
  },

  given: async (db, { task_ids, user_id, actor_id }) => {
    const [id] = task_ids
    const found = id !== undefined && task_ids.length === 1 ? await findTask(db, id) : null
    await insertNotifications(db, [user_id], {
      type: 'task-given',
      actor_id,
      title: found
        ? `Вам дали на проверку работу ${named(found.lesson.name)}`
        : `Вам дали на проверку ${countedTasks(task_ids.length)}`,
      ...(found && { lesson_id: found.lesson.id, place: placeOfTask(found.task.id) }),
    })
  },

  asked: async (db, { entry_id }) => {
    const entry = await findThreadEntry(db, entry_id)
    const found = entry && (await findTask(db, entry.entry.task_id))
    if (!entry || !found) return
    const extension = entry.entry.kind === 'extension-asked'
    // answered in the meantime
    if ((extension ? found.task.extension_asked : found.task.question_at) === null) return
    const who = escapeHtml(fullName(entry.person))
    await insertNotifications(db, await reviewersOf(db, found), {
      type: extension ? 'extension-asked' : 'task-question',
      actor_id: entry.entry.user_id,
      title: `${who}: ${extension ? 'просьба продлить срок работы' : 'вопрос о работе'} ${named(found.lesson.name)}`,
      comment: entry.entry.text || null,
      lesson_id: found.lesson.id,
      place: placeOfTask(found.task.id),
      same_as: `asked:${entry_id}`,
    })
  },

  application: async (db, { application_id }) => {
    const row = await findApplication(db, application_id)
    if (row?.application.status !== 'new') return
    const curators = await listCuratorIds(db, 'courses')
    await insertNotifications(db, [...new Set([...row.teacher_ids, ...curators])], {
      type: 'application-received',
      actor_id: row.application.user_id,
      title: `${escapeHtml(fullName(row.person))}: заявка на курс ${named(row.program.name)}`,
      comment: row.application.text || null,
      same_as: sameApplication(application_id),
    })
  },

  report: async (db, { report_id }) => {
    const row = await findReport(db, report_id)
    if (!row || row.report.resolved_at !== null) return
    await insertNotifications(db, await listCuratorIds(db, 'projects'), {
      type: 'project-reported',
      title: `Жалоба: проект ${named(row.project.name)}`,
      comment: row.report.text || null,
      same_as: `project-reported:${report_id}`,
    })
  },

  newcomer: async (db, { user_id }) => {
    const user = await findUser(db, user_id)
    if (!user || user.erased_at !== null) return
    await insertNotifications(db, await listCuratorIds(db, 'people'), {
      type: 'user-registered',
      actor_id: user_id,
      title: `${user.active ? 'Новичок' : 'Ждёт приёма'}: <b>${escapeHtml(fullName(user))}</b>`,
      place: user.active ? null : placeOfWaiting,
      same_as: `user-registered:${user_id}`,
    })
  },

  declined: async (db, { user_id }) => {
    const user = await findUser(db, user_id)
    if (!user || user.erased_at !== null || user.erase_at === null) return
    await insertNotifications(db, await listCuratorIds(db, 'people'), {
      type: 'parent-declined',
      actor_id: user_id,
      title: `Родитель отказался от учётной записи: <b>${escapeHtml(fullName(user))}</b>`,
      comment: `Запись закрыта и удалится ${schoolDayText(user.erase_at)}. Если это ошибка, до этого дня её можно оставить.`,
      same_as: `parent-declined:${user_id}:${user.erase_at}`,
    })
  },
}

/** Notifies the staff who deal with it; what was dealt with in the meantime is skipped. */
export const staffNewsEffects: Pick<EffectHandlers, 'staff-notified'> = {
  'staff-notified': async (db, news) => {
    await (writers[news.about] as (db: Db, news: StaffNews) => Promise<unknown>)(db, news)
  },
}
