import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { listRecentEvents } from '#server/events/events.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()
const teacher = await signedIn({ role: 'teacher' })
const curator = await signedIn({ role: 'curator' })
const student = await signedIn()
const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
const lesson = await buildLesson(db, { course_id: course.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id })

const path = `/api/courses/${course.id}`
const cell = { assignment_id: assignment.id, student_id: student.id }
const day = { at: '2026-12-01T09:00:00.000Z', title: 'Экскурсия' }

it.each<[string, 'POST' | 'PUT' | 'DELETE', () => Promise<string> | string, object?]>([
  ['an absence', 'PUT', () => `${path}/journal/cells`, { cells: [{ ...cell, absent: true }] }],
  ['a comment in the journal', 'PUT', () => `${path}/journal/cells`, { cells: [{ ...cell, comment: 'Устно' }] }],
  ['a weight', 'PUT', () => `${path}/weights`, { weights: [{ assignment_id: assignment.id, weight: 3 }] }],
  ['a new event of the calendar', 'POST', () => `${path}/events`, day],
  ['a changed event of the calendar', 'PUT', async () => `${path}/events/${await eventId()}`, { title: 'Музей' }],
  ['a removed event of the calendar', 'DELETE', async () => `${path}/events/${await eventId()}`],
  ['a deleted course', 'DELETE', () => path],
  ['a restored course', 'POST', () => `${path}/restore`],
])('%s reaches the open pages of the staff of its course', async (_, method, address, body) => {
  const url = await address()
  const before = new Set((await listRecentEvents(db)).map(({ id }) => id))
  const { status } = await call(method, url, { token: curator.token, ...(body && { body }) })
  expect(status).toBeLessThan(300)
  const added = (await listRecentEvents(db)).filter(({ id }) => !before.has(id))
  expect(added.map(({ event, user_ids, to_curators }) => ({ event, user_ids, to_curators }))).toEqual([
    { event: { type: 'course', course_id: course.id }, user_ids: [teacher.id], to_curators: true },
  ])
})

const eventId = async () =>
  (await call('POST', `${path}/events`, { token: teacher.token, body: day })).body.event.event_id as number
