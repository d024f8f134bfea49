import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'

/** @alone: it changes tables as a later version of the site would. */

const { db, call, signedIn } = await testApp()
const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
const lesson = await buildLesson(db, { course_id: course.id })
await buildAssignment(db, { lesson_id: lesson.id })
const { token } = student
const started = await call('PUT', `/api/lessons/${lesson.id}/task`, { token })
const taskId: number = started.body.task.id

const tables = [
  'users',
  'sessions',
  'courses',
  'lessons',
  'tasks',
  'thread_entries',
  'notifications',
  'effects',
  'events',
]
afterAll(async () => {
  for (const table of tables) await db.execute(sql.raw(`alter table ${table} drop column if exists later`))
})

/** What a person does all day, by statements that are prepared once. */
const useSite = async () => {
  const { body } = await call('GET', `/api/tasks/${taskId}`, { token })
  const draft = { content: '<p>Ответ</p>', revision: body.task.draft.revision }
  const answers = [
    await call('GET', '/api/auth/user', { token }),
    await call('GET', '/api/users/notifications', { token }),
    await call('GET', `/api/lessons/${lesson.id}`, { token }),
    await call('GET', `/api/courses/${course.id}`, { token }),
    await call('PUT', `/api/tasks/${taskId}/draft`, { token, body: draft }),
    await call('POST', `/api/tasks/${taskId}/comments`, { token, body: { text: 'Вопрос' } }),
    await call('GET', `/api/tasks/${taskId}`, { token: teacher.token }),
    await call('GET', '/api/tasks', { token: teacher.token }),
  ]
  return answers.map(({ status }) => status)
}
const fine = [200, 200, 200, 200, 200, 201, 200, 200]

it('a process of this version serves on while a later one has added columns', async () => {
  expect(await useSite()).toEqual(fine)
  for (const table of tables)
    await db.execute(sql.raw(`alter table ${table} add column later text not null default 'x'`))
  expect(await useSite()).toEqual(fine)
})

it('what only a later version knows is left out, and breaks nothing', async () => {
  await db.execute(
    sql`insert into notifications (user_id, type, title) values (${student.id}, 'of-a-later-version', 'Новое')`,
  )
  await db.execute(
    sql`insert into thread_entries (task_id, user_id, kind, text, created_at) values (${taskId}, ${teacher.id}, 'of-a-later-version', '', now())`,
  )
  expect(await useSite()).toEqual(fine)
  const { body } = await call('GET', '/api/auth/user', { token })
  const types = body.user.notifications.data.map(({ type }: { type: string }) => type)
  expect(types).not.toContain('of-a-later-version')
})
