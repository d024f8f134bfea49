import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects } = await testApp()
const curator = await signedIn({ role: 'curator' })

type Signed = typeof curator

const ask = async (method: 'POST' | 'PUT', path: string, { token }: Signed, body: object = {}) => {
  const response = await call(method, path, { token, body, headers: { 'idempotency-key': path } })
  expect(response.status).toBeLessThan(300)
  return response.body
}

const erase = async ({ id }: Signed) => {
  await ask('POST', `/api/users/${id}/erasure`, curator, { password: demoPassword })
  await db.execute(sql`update effects set visible_at = now() where kind = 'account-erased'`)
  await runEffects()
}

const newTask = async (courseId: number, students: number[]) => {
  const lesson = await buildLesson(db, { course_id: courseId })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  return buildTask(db, { assignment_id: assignment.id, students, status: 'draft', draft: '<p>Плакат</p>' })
}

const give = (task: { id: number }, reviewer: Signed) =>
  ask('PUT', '/api/tasks/reviewer', curator, { task_ids: [task.id], user_id: reviewer.id })

test('whoever is erased is in nobody’s notifications: of a team, of a report, of a handover', async () => {
  const [teacher, colleague, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher', name: 'Мария', surname: 'Орлова' }),
    signedIn({ role: 'teacher' }),
    signedIn({ name: 'Анна', surname: 'Секретная' }),
    signedIn({ name: 'Борис', surname: 'Другой' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id, colleague.id], students: [anna.id, boris.id] })
  const task = await newTask(course.id, [anna.id, boris.id])
  await ask('POST', `/api/tasks/${task.id}/submit`, boris)
  const project = await buildProject(db, { authors: [boris.id] })
  await ask('POST', `/api/projects/${project.id}/reports`, anna, { reason: 'other', text: 'Это мой чертёж' })
  await ask('POST', `/api/users/${teacher.id}/handover`, curator, { to: [colleague.id] })
  await runEffects()
  const left = async () => {
    const { rows } = await db.execute<{ type: string }>(sql`
      select distinct type from notifications
      where concat(title, comment) ~ 'Секретная|чертёж|Орлова' order by type`)
    return rows.map(({ type }) => type)
  }
  expect(await left()).toEqual(['handover', 'project-reported', 'task-submitted'])
  await erase(anna)
  expect(await left()).toEqual(['handover'])
  await erase(teacher)
  expect(await left()).toEqual([])
})

test('the name of an erased reviewer leaves threads, also after a marriage, and a namesake keeps theirs', async () => {
  const [erased, namesake, student] = await Promise.all([
    signedIn({ role: 'teacher', name: 'Иван', surname: 'Смирнов' }),
    signedIn({ role: 'teacher', name: 'Иван', surname: 'Смирнов' }),
    signedIn(),
  ])
  const course = await buildCourse(db, { teachers: [erased.id, namesake.id], students: [student.id] })
  const [first, second] = [await newTask(course.id, [student.id]), await newTask(course.id, [student.id])]
  for (const task of [first, second]) await ask('POST', `/api/tasks/${task.id}/submit`, student)
  await give(first, erased)
  await give(second, namesake)
  await ask('PUT', `/api/users/${erased.id}`, curator, { surname: 'Лебедев' })
  await erase(erased)
  const { rows } = await db.execute(sql`
    select task_id, text from thread_entries where kind = 'assigned' and task_id in (${first.id}, ${second.id}) order by id`)
  expect(rows).toEqual([
    { task_id: first.id, text: 'Удалённый пользователь' },
    { task_id: second.id, text: 'Иван Смирнов' },
  ])
})
