import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { buildTask, hoursAgo } from '#server/tasks/tasks.factory.ts'
import { updateTask } from '#server/tasks/tasks.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn, runEffects } = await testApp()

const people = await Promise.all(Array.from({ length: 8 }, (_, index) => signedIn({ name: `Имя ${index}` })))
const [anna, boris, vera, gleb] = people as [Person, Person, Person, Person]
const teacher = await signedIn({ role: 'teacher' })
const stranger = await signedIn()
type Person = Awaited<ReturnType<typeof signedIn>>

const course = await buildCourse(db, { teachers: [teacher.id], students: people.map(({ id }) => id) })
const lesson = await buildLesson(db, { course_id: course.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id, team_size: 3 })

beforeEach(async () => {
  await empty(db, 'tasks', 'submit_keys', 'effects', 'notifications')
  await db.update(assignments).set({ team_size: 3 }).where(eq(assignments.id, assignment.id))
  await updateCourse(db, course.id, { status: 'published' })
})

const ask = (person: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const start = async (person: Person) =>
  (await ask(person, 'PUT', `/api/lessons/${lesson.id}/task`)).body.task.id as number
const join = (person: Person, id: number) => ask(person, 'POST', `/api/tasks/${id}/join`)
const leave = (person: Person, id: number) => ask(person, 'POST', `/api/tasks/${id}/leave`)
const read = async (person: Person, id: number) => (await ask(person, 'GET', `/api/tasks/${id}`)).body.task
const teams = async (person: Person) => (await ask(person, 'GET', `/api/lessons/${lesson.id}/teams`)).body
const save = (person: Person, id: number, content: string, revision = 0) =>
  ask(person, 'PUT', `/api/tasks/${id}/draft`, { content, revision })
const submit = (person: Person, id: number) =>
  call('POST', `/api/tasks/${id}/submit`, {
    token: person.token,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const membersOf = async (id: number) =>
  (
    await db.execute<{ user_id: number }>(sql`select user_id from task_students where task_id = ${id} order by user_id`)
  ).rows.map(({ user_id }) => user_id)
const happenings = async () =>
  (await db.execute<{ kind: string }>(sql`select event ->> 'happening' as kind from events order by id`)).rows.map(
    ({ kind }) => kind,
  )
const newsOf = async (person: Person) => (await ask(person, 'GET', '/api/users/notifications')).body.notifications

describe('a team', () => {
  it('is found by classmates, with no more than its members, and joined', async () => {
    const id = await start(anna)
    await save(anna, id, '<p>Тайна</p>')
    const seen = await teams(boris)
    expect(seen).toEqual({
      team_size: 3,
      teams: [{ task_id: id, students: [expect.objectContaining({ id: anna.id })], free: 2 }],
    })
    expect((await ask(boris, 'GET', `/api/tasks/${id}`)).status).toBe(404)
    expect((await teams(anna)).teams).toEqual([])

    const joined = await join(boris, id)
    expect(joined.status).toBe(200)
    expect(joined.body.task).toMatchObject({
      students: expect.arrayContaining([
        expect.objectContaining({ id: anna.id }),
        expect.objectContaining({ id: boris.id }),
      ]),
      draft: { content: '<p>Тайна</p>' },
      thread: [{ kind: 'joined', user: { id: boris.id } }],
    })
    expect((await join(boris, id)).status).toBe(200)
    expect((await read(anna, id)).thread).toHaveLength(1)
    expect(await happenings()).toContain('team')
    await runEffects()
    expect(await newsOf(anna)).toMatchObject([
      { type: 'team-joined', user: { id: boris.id }, lesson: { id: lesson.id }, data: { title: expect.any(String) } },
    ])
    expect(await newsOf(boris)).toEqual([])
  })

  it('can be left, but not by its last student', async () => {
    const id = await start(anna)
    expect((await leave(anna, id)).status).toBe(409)
    await join(boris, id)
    expect((await leave(boris, id)).status).toBe(204)
    expect((await leave(boris, id)).status).toBe(404)
    expect(await membersOf(id)).toEqual([anna.id])
    expect((await read(anna, id)).thread).toMatchObject([{ kind: 'joined' }, { kind: 'left', user: { id: boris.id } }])
    await runEffects()
    expect((await newsOf(anna)).map(({ type }: { type: string }) => type)).toEqual(['team-left', 'team-joined'])
    expect((await leave(anna, id)).status).toBe(409)
    expect(await start(boris)).not.toBe(id)
  })

  it('can be joined by somebody who has begun nothing: their own empty task is deleted, a written one is a reason to refuse', async () => {
    const id = await start(anna)
    const empty = await start(boris)
    expect((await join(boris, id)).status).toBe(200)
    expect((await db.execute(sql`select 1 from tasks where id = ${empty}`)).rows).toEqual([])

    const written = await start(vera)
    await save(vera, written, '<p>Моё</p>')
    const refused = await join(vera, id)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('В вашем черновике уже есть')])
    expect(await membersOf(written)).toEqual([vera.id])
    await save(vera, written, '', 1)
    expect((await join(vera, id)).status).toBe(200)
  })

  it('keeps for staff the comments on an empty task', async () => {
    const id = await start(anna)
    const own = await start(boris)
    await ask(boris, 'POST', `/api/tasks/${own}/comments`, { text: 'Можно вдвоём?' })
    await ask(teacher, 'POST', `/api/tasks/${own}/comments`, { text: 'Конечно.' })
    expect((await join(boris, id)).status).toBe(200)
    expect(await membersOf(own)).toEqual([])
    expect((await read(teacher, own)).thread).toMatchObject([{ text: 'Можно вдвоём?' }, { text: 'Конечно.' }])
    expect((await join(vera, own)).status).toBe(404)
  })

  it('with a mark is neither offered nor joined nor left: marks are set by staff alone', async () => {
    const id = await start(anna)
    await join(boris, id)
    expect((await ask(teacher, 'PUT', `/api/tasks/${id}/score`, { score: 5 })).status).toBe(200)
    expect((await teams(vera)).teams).toEqual([])
    const answers = [await join(vera, id), await leave(boris, id)]
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [409, expect.stringContaining('уже есть оценка')],
      [409, expect.stringContaining('уже есть оценка')],
    ])
    expect((await membersOf(id)).toSorted()).toEqual([anna.id, boris.id].toSorted())
    await ask(teacher, 'PUT', `/api/tasks/${id}/score`, { score: null })
    expect([(await join(vera, id)).status, (await leave(boris, id)).status]).toEqual([200, 204])
  })

  it('is joined by nobody who would lose a mark, more time, or an answer of the staff', async () => {
    const id = await start(anna)
    const refusals: [object, string][] = [
      [{ score: 2 }, 'у вас уже есть оценка'],
      [{ extended_until: hoursAgo(-48) }, 'Вам продлили срок'],
      [{ extension_asked: hoursAgo(-48) }, 'Вы попросили больше времени'],
      [{ question_at: hoursAgo(1) }, 'Вы написали преподавателю'],
    ]
    const own = await start(boris)
    const nothing = { score: null, extended_until: null, extension_asked: null, question_at: null }
    for (const [changes, sentence] of refusals) {
      await updateTask(db, own, { ...nothing, ...changes })
      const { status, body } = await join(boris, id)
      expect([status, body.detail]).toEqual([409, expect.stringContaining(sentence)])
      expect(await membersOf(own)).toEqual([boris.id])
    }
    await updateTask(db, own, nothing)
    expect((await join(boris, id)).status).toBe(200)
  })

  it('is nobody’s to join once all of its students have left the course', async () => {
    const id = await start(anna)
    await join(boris, id)
    const enrol = (people: Person[]) =>
      ask(teacher, 'PUT', `/api/courses/${course.id}/students`, { user_ids: people.map((person) => person.id) })
    try {
      await enrol([boris, vera, gleb])
      expect((await teams(vera)).teams).toMatchObject([{ task_id: id, free: 1 }])
      await enrol([vera, gleb])
      expect((await teams(vera)).teams).toEqual([])
      expect((await join(vera, id)).status).toBe(404)
    } finally {
      await enrol([...people])
    }
  })

  it('cannot be joined by members of another one', async () => {
    const id = await start(anna)
    await join(boris, id)
    const other = await start(vera)
    await join(gleb, other)
    const { status, body } = await join(boris, other)
    expect([status, body.detail]).toEqual([409, 'Вы уже в другой команде. Сначала выйдите из неё.'])
  })

  it('is closed once its students are excused, in words that say so', async () => {
    const id = await start(anna)
    const other = await start(boris)
    await updateTask(db, id, { status: 'excused' })
    expect(await join(boris, id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('освободили') },
    })
    expect(await join(anna, other)).toMatchObject({ status: 409, body: { detail: 'Вас освободили от этой работы.' } })
    expect(await leave(anna, id)).toMatchObject({ status: 409, body: { detail: 'Вас освободили от этой работы.' } })
  })

  it('is closed by its first hand-in, even by one that was taken back', async () => {
    const id = await start(anna)
    await join(boris, id)
    await save(boris, id, '<p>Готово</p>')
    await submit(boris, id)
    expect((await teams(vera)).teams).toEqual([])
    expect([(await join(vera, id)).status, (await leave(boris, id)).status]).toEqual([409, 409])
    expect((await ask(anna, 'POST', `/api/tasks/${id}/withdraw`)).status).toBe(200)
    expect((await teams(vera)).teams).toEqual([])
    expect([(await join(vera, id)).status, (await leave(boris, id)).status]).toEqual([409, 409])
    const late = await start(vera)
    expect((await join(boris, late)).status).toBe(409)
  })

  it('is for students of an active course, where tasks are done in teams', async () => {
    const id = await start(anna)
    for (const [person, status] of [
      [stranger, 404],
      [teacher, 403],
    ] as const) {
      expect((await join(person, id)).status).toBe(status)
      expect((await ask(person, 'GET', `/api/lessons/${lesson.id}/teams`)).status).toBe(status)
    }
    await updateCourse(db, course.id, { status: 'archived' })
    expect((await join(boris, id)).status).toBe(409)
    await updateCourse(db, course.id, { status: 'draft' })
    expect((await join(boris, id)).status).toBe(404)
    await updateCourse(db, course.id, { status: 'published' })
    await db.update(assignments).set({ team_size: 1 }).where(eq(assignments.id, assignment.id))
    expect(await teams(boris)).toEqual({ team_size: 1, teams: [] })
    expect((await join(boris, id)).status).toBe(404)
    expect(await membersOf(id)).toEqual([anna.id])
  })
})

describe('many at once', () => {
  it('fill a team to its size and no further', async () => {
    const id = await start(anna)
    const responses = await Promise.all(people.slice(1).map((person) => join(person, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409, 409])
    expect(await membersOf(id)).toHaveLength(3)
  })

  it('joining each other end in one team each', async () => {
    for (let round = 0; round < 5; round += 1) {
      await empty(db, 'tasks')
      const [first, second] = [await start(anna), await start(boris)]
      await Promise.all([join(anna, second), join(boris, first), start(anna), start(boris)])
      const { rows } = await db.execute<{ user_id: number }>(sql`select user_id from task_students`)
      expect(rows.map(({ user_id }) => user_id).sort()).toEqual([anna.id, boris.id].sort())
    }
  })

  it('hand in and join: everybody in the team is in it before the hand-in', async () => {
    for (let round = 0; round < 5; round += 1) {
      await empty(db, 'tasks')
      const { id } = await buildTask(db, {
        assignment_id: assignment.id,
        students: [anna.id],
        draft: '<p>Готово</p>',
      })
      const [handedIn, joined] = await Promise.all([submit(anna, id), join(boris, id)])
      expect(handedIn.status).toBe(200)
      const kinds = (await read(anna, id)).thread.map(({ kind }: { kind: string }) => kind)
      expect(kinds).toEqual(joined.status === 200 ? ['joined', 'submitted'] : ['submitted'])
      expect(await membersOf(id)).toHaveLength(joined.status === 200 ? 2 : 1)
    }
  })

  it('leave and write or hand in: somebody who has left does neither', async () => {
    for (const act of [submit, (person: Person, id: number) => save(person, id, '<p>Чужое</p>', 1)]) {
      await empty(db, 'tasks')
      const students = [anna.id, boris.id]
      const { id } = await buildTask(db, { assignment_id: assignment.id, students, draft: '<p>Готово</p>' })
      const end = await hold(
        db,
        sql`with held as (select id from tasks where id = ${id} for no key update)
          delete from task_students using held where task_id = held.id and user_id = ${boris.id}`,
      )
      const response = act(boris, id)
      await expect.poll(() => countWaiting(db)).toBe(1)
      await end()
      expect((await response).status).toBe(404)
      expect(await read(anna, id)).toMatchObject({ status: { slug: 'draft' }, draft: { content: '<p>Готово</p>' } })
    }
  })

  it('act on a task that its student just gives up for a team: staff do not find it any more', async () => {
    const ask = (method: 'POST' | 'PUT' | 'DELETE', act: string, body?: object) => (id: number) =>
      call(method, `/api/tasks/${id}/${act}`, { token: teacher.token, ...(body && { body }) })
    for (const act of [
      ask('POST', 'comments', { text: 'Как дела?' }),
      ask('DELETE', 'question'),
      ask('DELETE', 'extension-request'),
      ask('POST', 'lease', {}),
      ask('DELETE', 'lease'),
      ask('PUT', 'score', { score: 5 }),
    ]) {
      await empty(db, 'tasks')
      const [own, team] = [await start(boris), await start(anna)]
      const letGo = await hold(db, sql`select 1 from tasks where id = ${own} for no key update`)
      const joined = join(boris, team)
      await expect.poll(() => countWaiting(db)).toBe(1)
      const acted = act(own)
      await expect.poll(() => countWaiting(db)).toBe(2)
      await letGo()
      expect([(await joined).status, (await acted).status]).toEqual([200, 404])
    }
  })

  it('hand their own task in and join, in two tabs: the task is gone for the hand-in', async () => {
    const [id, own] = [await start(anna), await start(boris)]
    const letGo = await hold(db, sql`select 1 from task_students where task_id = ${own} for update`)
    const joined = join(boris, id)
    await expect.poll(() => countWaiting(db)).toBe(1)
    const handedIn = submit(boris, own)
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await joined).status, (await handedIn).status]).toEqual([200, 404])
    expect((await membersOf(id)).toSorted()).toEqual([anna.id, boris.id].toSorted())
  })

  it('join, while both tasks are assigned to a reviewer', async () => {
    const [own, id] = [await start(boris), await start(anna)]
    const letGo = await hold(db, sql`select 1 from tasks where id = ${own} for no key update`)
    const assigned = ask(teacher, 'PUT', '/api/tasks/reviewer', { task_ids: [own, id], user_id: teacher.id })
    await expect.poll(() => countWaiting(db)).toBe(1)
    const joined = join(boris, id)
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await assigned).status, (await joined).status]).toEqual([200, 200])
    expect(await membersOf(own)).toEqual([])
  })

  it('leave: one stays', async () => {
    const id = await start(anna)
    await join(boris, id)
    await join(vera, id)
    const responses = await Promise.all([anna, boris, vera].map((person) => leave(person, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 409])
    expect(await membersOf(id)).toHaveLength(1)
  })
})
