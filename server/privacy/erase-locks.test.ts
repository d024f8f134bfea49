import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { demoPassword } from '#server/users/users.factory.ts'

/** Acts at the very moment when an account is erased happen before or after it, without deadlocks. */

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const teacher = await signedIn({ role: 'teacher' })

/** Somebody with a draft in each of several lessons, who is about to be erased. */
const buildLeaving = async (count: number) => {
  const person = await signedIn()
  const course = await buildCourse(db, { teachers: [teacher.id], students: [person.id] })
  const tasks = []
  for (let i = 0; i < count; i += 1) {
    const lesson = await buildLesson(db, { course_id: course.id })
    const assignment = await buildAssignment(db, { lesson_id: lesson.id })
    tasks.push(await buildTask(db, { assignment_id: assignment.id, students: [person.id], draft: '<p>Готово</p>' }))
  }
  await call('POST', `/api/users/${person.id}/erasure`, { token: person.token, body: { password: demoPassword } })
  await runEffects()
  return { person, tasks }
}

const submit = ({ token }: Signed, id: number) =>
  call('POST', `/api/tasks/${id}/submit`, { token, headers: { 'idempotency-key': crypto.randomUUID() } })

/** Lets the 14 days pass; throws when the erasing did not succeed at the first try. */
const erase = async ({ id }: Signed) => {
  await db.execute(
    sql`update effects set visible_at = now() where kind = 'account-erased' and payload->>'user_id' = ${String(id)}`,
  )
  await runEffects()
  const { rows } = await db.execute<{ erased: boolean }>(
    sql`select erased_at is not null as erased from users where id = ${id}`,
  )
  expect(rows).toEqual([{ erased: true }])
  expect((await db.execute(sql`select 1 from effects where attempts > 0`)).rows).toEqual([])
}

const waiting = () => countWaiting(db)

describe('an account that is erased', () => {
  it('gets the task first, while its owner is handing it in', async () => {
    const { person, tasks } = await buildLeaving(1)
    const id = tasks[0]?.id as number
    const letGo = await hold(db, sql`select 1 from tasks where id = ${id} for no key update`)
    const erasing = erase(person)
    await expect.poll(waiting).toBe(1)
    const handedIn = submit(person, id)
    await expect.poll(waiting).toBe(2)
    await letGo()
    await erasing
    expect((await handedIn).status).toBeLessThan(500)
  })

  it('leaves a course first, while somebody takes them out of it', async () => {
    const { person } = await buildLeaving(1)
    const { rows } = await db.execute<{ id: number }>(sql`
      select course_id as id from course_students where user_id = ${person.id}`)
    const course = rows[0]?.id as number
    await db.execute(sql`
      insert into notifications (user_id, type, title, same_as) values (${person.id}, 'course-enrolled', '', ${`course-enrolled:${course}`})`)
    const letGo = await hold(db, sql`select 1 from notifications where user_id = ${person.id} for update`)
    const erasing = erase(person)
    await expect.poll(waiting).toBe(1)
    const taken = call('PUT', `/api/courses/${course}/students`, { token: teacher.token, body: { user_ids: [] } })
    await expect.poll(waiting).toBe(2)
    await letGo()
    await erasing
    expect((await taken).status).toBe(200)
  })

  it('gets the comment first, while somebody is answering it', async () => {
    const { person } = await buildLeaving(0)
    const project = await buildProject(db, {
      authors: [person.id],
      comments: [{ user_id: teacher.id, text: 'Чем сделано?' }],
    })
    const path = `/api/projects/${project.id}`
    const { comments } = (await call('GET', path, { token: person.token })).body.project
    const parent_id = comments[0].id
    const letGo = await hold(db, sql`select 1 from project_comments where id = ${parent_id} for update`)
    const answered = call('POST', `${path}/comments`, { token: person.token, body: { text: 'Тушью', parent_id } })
    await expect.poll(waiting).toBe(1)
    const erasing = erase(person)
    await expect.poll(waiting).toBe(2)
    await letGo()
    await erasing
    expect((await answered).status).toBeLessThan(500)
  })

  it('is erased alongside everything its owner does at that moment', async () => {
    for (let time = 0; time < 4; time += 1) {
      const { person, tasks } = await buildLeaving(6)
      const project = await buildProject(db, { authors: [person.id] })
      const { token } = person
      const comment = () =>
        call('POST', `/api/projects/${project.id}/comments`, { token, body: { text: crypto.randomUUID() } })
      const rename = () => call('PUT', `/api/users/${person.id}`, { token, body: { about: crypto.randomUUID() } })
      const acts = tasks.flatMap(({ id }) => [submit(person, id), submit(person, id), comment(), rename()])
      const [responses] = await Promise.all([Promise.all(acts), erase(person)])
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    }
  })
})
