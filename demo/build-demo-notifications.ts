import { placeOfVerdict } from '#contract/tasks/task-places.ts'
import { people } from '#demo/content/people.ts'
import { projects } from '#demo/content/projects.ts'
import { tasks } from '#demo/content/tasks.ts'
import { lessonNames } from '#demo/lesson-names.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import { buildNotifications } from '#server/notifications/notifications.factory.ts'
import type { notifications } from '#server/notifications/notifications.table.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

type Notification = typeof notifications.$inferInsert

/** How many of each person's newest notifications are unread. */
const unread = 3

const isStudent = (key: string) => people.some((person) => person.key === key && person.role === 'student')

const moment = (age: number) => ({ created_at: hoursAgo(age), read_at: hoursAgo(Math.max(0, age - 5)) })

/** Leaves the newest of each person unread; `all` is in chronological order. */
const withUnread = (all: Notification[]) =>
  all.map((notification, place) => {
    const newer = all.slice(place + 1).filter(({ user_id }) => user_id === notification.user_id).length
    return newer < unread ? { ...notification, read_at: null } : notification
  })

const ofVerdicts = (ids: DemoIds): Notification[] =>
  tasks.flatMap((task) => {
    const taskName = `<b>«${escapeHtml(lessonNames.get(task.lesson) ?? '')}»</b>`
    return task.attempts.flatMap(({ review }, index) =>
      review
        ? {
            user_id: idOf(ids.users, task.student),
            type: `task-${review.verdict}` as const,
            actor_id: idOf(ids.users, review.by),
            title:
              review.verdict === 'accepted'
                ? `Работа ${taskName} принята`
                : `Работа ${taskName} вернулась на доработку`,
            comment: review.comment ?? null,
            lesson_id: idOf(ids.lessons, task.lesson),
            task_status: review.verdict,
            place: placeOfVerdict(index + 1),
            ...moment(review.hoursAgo),
          }
        : [],
    )
  })

const ofTaskLikes = (ids: DemoIds): Notification[] =>
  tasks.flatMap((task) =>
    (task.likedBy ?? []).map((by) => ({
      user_id: idOf(ids.users, task.student),
      type: 'task-like' as const,
      actor_id: idOf(ids.users, by),
      title: `Работа <b>«${escapeHtml(lessonNames.get(task.lesson) ?? '')}»</b>`,
      lesson_id: idOf(ids.lessons, task.lesson),
      task_status: task.status,
      ...moment(Math.max(1, (task.attempts.at(-1)?.review?.hoursAgo ?? 10) - 1)),
    })),
  )

const ofProjects = (ids: DemoIds): Notification[] =>
  projects
    .filter(({ status }) => status === 'published')
    .flatMap((project) => {
      const about = { project_id: idOf(ids.projects, project.key) }
      const title = `Проект <b>«${escapeHtml(project.name)}»</b>`
      const asked = (project.asked ?? []).map((key) => ({
        ...about,
        user_id: idOf(ids.users, key),
        type: 'project-author-asked' as const,
        actor_id: idOf(ids.users, project.authors[0] ?? ''),
        title: `Вас назвали соавтором проекта <b>«${escapeHtml(project.name)}»</b>. Имя появится, если вы согласитесь`,
        ...moment(project.daysAgo * 24),
      }))
      const ofAuthors = project.authors.filter(isStudent).flatMap((author) => [
        ...project.likedBy
          .filter((by) => by !== author)
          .map((by, place) => ({
            ...about,
            user_id: idOf(ids.users, author),
            type: 'project-like' as const,
            actor_id: idOf(ids.users, by),
            title,
            ...moment(Math.max(1, project.daysAgo * 24 - 7 * (place + 1))),
          })),
        ...project.comments
          .filter(({ by }) => by !== author)
          .map(({ by, text, hoursAgo: age }) => ({
            ...about,
            user_id: idOf(ids.users, author),
            type: 'project-comment' as const,
            actor_id: idOf(ids.users, by),
            title,
            comment: text,
            ...moment(age),
          })),
      ])
      return [...asked, ...ofAuthors]
    })

/** The notifications that the school's past would have made, in chronological order. */
export const buildDemoNotifications = async (tx: Db, ids: DemoIds) => {
  const all = [...ofVerdicts(ids), ...ofTaskLikes(ids), ...ofProjects(ids)]
  await buildNotifications(
    tx,
    withUnread(all.toSorted((a, b) => String(a.created_at).localeCompare(String(b.created_at)))),
  )
}
