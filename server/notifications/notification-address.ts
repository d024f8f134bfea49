import { pathTo } from '#contract/pages.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { DueRow } from '#server/notifications/deliveries.repo.ts'

/** The place of what staff are notified of: a task, in the queue. */
export const placeOfTask = (taskId: number) => `task-${taskId}`

/** The same of a registration that a curator decides. */
export const placeOfWaiting = 'registrations'

/** Where staff deal with what they are notified of; null for other kinds. */
const addressForStaff = ({ type, place, actor_id }: DueRow['notification']) => {
  if (type === 'project-reported') return pathTo('settings', {}, { tab: 'reports' })
  if (type === 'application-received') return pathTo('applications.index')
  if (type === 'document-term') return pathTo('organisation', {}, { view: 'documents' })
  if (type === 'parent-declined' && actor_id !== null) return pathTo('users.show', { id: actor_id })
  if (type === 'user-registered') {
    const search = place === placeOfWaiting ? { tab: placeOfWaiting } : { tab: 'students', without_course: 'true' }
    return pathTo('users.index', {}, search)
  }
  const task = /^task-(\d+)$/.exec(place ?? '')?.[1]
  return task === undefined ? null : pathTo('tasks.index', {}, { task })
}

/** The page that a notification leads to. */
export const notificationAddress = ({ notification, project, lesson, announcement }: DueRow) => {
  const { type, place, project_key } = notification
  const forStaff = addressForStaff(notification)
  if (forStaff) return forStaff
  if (announcement) return pathTo('announcements.show', { id: announcement.id })
  if (project) return pathTo('projects.show', { id: project.id }, { key: project_key ?? undefined }, place)
  if (lesson) {
    return /^(task|team)-/.test(type)
      ? taskAddress(lesson.id, place)
      : pathTo('lessons.show', { id: lesson.id }, {}, place)
  }
  if (type !== 'certificate-issued') return pathTo('main')
  return place === null ? pathTo('profile') : pathTo('certificates.show', { number: place })
}
