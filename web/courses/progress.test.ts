import { expect, it } from 'vitest'
import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { courseProgress } from '#web/courses/progress.ts'

const lesson = (name: string, rest: Partial<OutlineLesson> = {}) =>
  ({ name, has_assignment: false, task: null, read: true, locked: null, ...rest }) as OutlineLesson
const lock = { by: { lesson_id: 1, name: 'А', needs: 'read' } } as const
const task = (slug: keyof typeof taskStatuses) => ({ id: 1, status: taskStatuses[slug] }) as OutlineLesson['task']

const nextOf = (lessons: OutlineLesson[]) => courseProgress(lessons).next?.name

it('a course continues with the first open lesson that is unread or has something to hand in', () => {
  const read = lesson('Прочитан')
  const unread = lesson('Не прочитан', { read: false })
  const asked = lesson('Задание', { has_assignment: true })
  // the list of courses does the same
  expect(nextOf([read, unread, asked])).toBe('Не прочитан')
  expect(nextOf([read, asked, unread])).toBe('Задание')
  expect(nextOf([read, { ...unread, locked: lock }, asked])).toBe('Задание')
  expect(nextOf([{ ...asked, task: task('submitted') }, unread])).toBe('Не прочитан')
  expect(nextOf([read, { ...asked, task: task('returned') }, unread])).toBe('Задание')
  expect(nextOf([read, { ...asked, task: task('accepted') }])).toBe('Прочитан')
})
