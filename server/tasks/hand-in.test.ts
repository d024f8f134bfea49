import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { deleteExpiredSubmitKeys } from '#server/tasks/submit-keys.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db } = app
const desk = await taskDesk(app)
const { student, teacher, curator, stranger, lesson, act, ask, save, submit, review, read, taskIn } = desk

beforeEach(desk.forget)

const start = (person = student, id = lesson.id) => ask(person, 'PUT', `/api/lessons/${id}/task`)
const begun = async (content = '<p>Сделал.</p>') => {
  const { id } = (await start()).body.task
  if (content) await save(id, content, 0)
  return id as number
}
const countAttempts = async () => (await db.execute(sql`select 1 from attempts`)).rows.length

describe('a task in a lesson', () => {
  it('is created once, as an empty draft', async () => {
    expect((await ask(student, 'GET', `/api/lessons/${lesson.id}/task`)).body).toEqual({ task: null })
    const responses = await Promise.all(Array.from({ length: 10 }, () => start()))
    expect(new Set(responses.map(({ body }) => body.task.id)).size).toBe(1)
    const { status, body } = responses[0] as (typeof responses)[number]
    expect(status).toBe(200)
    expect(body.task).toEqual({
      id: expect.any(Number),
      status: taskStatuses.draft,
      students: [expect.objectContaining({ id: student.id, name: 'Пётр', surname: 'Лосев', avatar: null })],
      lesson: { id: lesson.id, name: lesson.name },
      course: { id: desk.course.id, name: desk.course.name },
      draft: { content: '', files: [], link: null, revision: 0, saved_at: null },
      attempts: [],
      thread: [],
      score: null,
      due_at: null,
      closes_at: null,
      extended_until: null,
      question_at: null,
      idle: null,
      extension_asked: null,
      reviewer: null,
      likes: { count: 0, mine: false },
      lease: null,
      review_revision: 0,
      assignment: {
        id: desk.assignment.id,
        due_at: null,
        closes_at: null,
        criteria: [],
        kinds: ['text', 'files'],
        file_types: [],
        max_file_size: null,
        team_size: 1,
        reviewer_ids: [],
        weight: 1,
      },
      usual_wait: null,
    })
    expect((await ask(student, 'GET', `/api/lessons/${lesson.id}/task`)).body).toEqual(body)
    await save(body.task.id, '<p>Начало</p>', 0)
    expect((await start()).body.task.draft).toMatchObject({ content: '<p>Начало</p>', revision: 1 })
  })

  it('is for students of the course alone', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      const asked = (person: typeof student, id = lesson.id) => ask(person, method, `/api/lessons/${id}/task`)
      expect((await asked(teacher)).status).toBe(403)
      expect((await asked(curator)).status).toBe(403)
      expect((await asked(stranger)).status).toBe(404)
      expect((await asked(desk.otherTeacher)).status).toBe(404)
      const plain = await buildLesson(db, { course_id: desk.course.id })
      expect((await asked(student, plain.id)).status).toBe(404)
      const hidden = await buildLesson(db, { course_id: desk.course.id, status: 'draft' })
      await buildAssignment(db, { lesson_id: hidden.id })
      expect((await asked(student, hidden.id)).status).toBe(404)
    }
    expect((await db.execute(sql`select 1 from tasks`)).rows).toEqual([])
  })
})

describe('PUT /api/tasks/{id}/draft', () => {
  it('raises the revision by one each time and never decreases it', async () => {
    const id = await begun('')
    const revisions = []
    for (let revision = 0; revision < 3; revision++) {
      const { body } = await save(id, `<p>${revision}</p>`, revision)
      revisions.push(body.task.draft.revision)
      expect(Date.now() - Date.parse(body.task.draft.saved_at)).toBeLessThan(60_000)
    }
    expect(revisions).toEqual([1, 2, 3])
    for (const revision of [0, 2, 4, 2_147_483_647]) {
      const { status, body } = await save(id, '<p>поздно</p>', revision)
      expect([status, body.type]).toEqual([409, 'urn:praktika:problem:draft-behind'])
    }
    expect((await read(student, id)).draft).toMatchObject({ content: '<p>2</p>', revision: 3 })
    await submit(id)
    expect((await read(student, id)).draft).toMatchObject({ content: '', revision: 3 })
    expect((await save(id, '<p>опоздал</p>', 3)).status).toBe(409)
    await review(id, { attempt: 1, verdict: 'returned', comment: 'Ещё раз' })
    expect((await read(student, id)).draft).toMatchObject({ content: '<p>2</p>', revision: 4 })
    expect((await save(id, '<p>опоздал</p>', 3)).status).toBe(409)
  })

  it('keeps one of many that are based on the same revision', async () => {
    const id = await begun('')
    const responses = await Promise.all(Array.from({ length: 10 }, (_, i) => save(id, `<p>${i}</p>`, 0)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = responses.findIndex(({ status }) => status === 200)
    expect((await read(student, id)).draft).toMatchObject({ content: `<p>${winner}</p>`, revision: 1 })
  })

  it('cleans what is kept, and shows it to nobody else', async () => {
    const id = await begun('<p onclick="x()">Да<script>alert(1)</script></p>')
    expect((await read(student, id)).draft.content).toBe('<p>Да</p>')
    for (const person of [teacher, curator]) {
      const { status, body } = await ask(person, 'GET', `/api/tasks/${id}`)
      expect([status, body.task.draft]).toEqual([200, null])
      expect(JSON.stringify(body)).not.toContain('Да')
    }
  })

  it.each([
    {},
    { content: 5, revision: 0 },
    { content: 'x' },
    { content: 'x', revision: -1 },
    { content: 'x', revision: '0' },
    null,
  ])('refuses %j', async (body) => expect((await act(student, await begun(''), 'draft', body)).status).toBe(422))
})

describe('POST /api/tasks/{id}/submit', () => {
  it('makes a numbered attempt from the draft, and empties it', async () => {
    const id = await begun('<p>Сделал.</p>')
    const { status, body } = await submit(id)
    expect(status).toBe(200)
    expect(body.task).toMatchObject({
      status: { slug: 'submitted' },
      draft: { content: '', saved_at: null, revision: 1 },
    })
    expect(body.task.attempts).toEqual([
      {
        number: 1,
        content: '<p>Сделал.</p>',
        files: [],
        link: null,
        submitted_at: expect.stringMatching(/Z$/),
        withdrawn_at: null,
        review: null,
      },
    ])
    expect(body.task.thread).toMatchObject([{ kind: 'submitted', attempt: 1, user: { id: student.id } }])
    expect((await read(teacher, id)).draft).toBeNull()
  })

  it('needs a key', async () => {
    const id = await begun()
    for (const headers of [{}, { 'idempotency-key': '' }, { 'idempotency-key': 'x'.repeat(201) }] as Record<
      string,
      string
    >[]) {
      expect((await act(student, id, 'submit', undefined, headers)).status).toBe(422)
    }
    expect(await countAttempts()).toBe(0)
  })

  it('with one key makes one attempt, and returns the first response to everybody', async () => {
    const id = await begun()
    const responses = await Promise.all(Array.from({ length: 20 }, () => submit(id, 'k-1')))
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]?.body])
    expect(await countAttempts()).toBe(1)
    await review(id, { attempt: 1, verdict: 'accepted', score: 5 })
    expect((await submit(id, 'k-1')).body).toEqual(responses[0]?.body)
    expect((await submit(id, 'k-2')).status).toBe(409)
  })

  it('with many keys at once makes one attempt, too', async () => {
    const id = await begun()
    const responses = await Promise.all(Array.from({ length: 12 }, (_, i) => submit(id, `k-${i}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
    expect(await countAttempts()).toBe(1)
  })

  it('accepts a key again whose request was refused', async () => {
    const id = await begun('')
    expect((await submit(id, 'k')).status).toBe(422)
    await save(id, '<p>Теперь есть.</p>', 0)
    expect((await submit(id, 'k')).status).toBe(200)
    expect(await countAttempts()).toBe(1)
  })

  it('recognises a key by its person and its task, for 24 hours', async () => {
    const id = await begun()
    const second = await buildLesson(db, { course_id: desk.course.id })
    await buildAssignment(db, { lesson_id: second.id })
    const other = (await start(student, second.id)).body.task.id
    await save(other, '<p>Другая.</p>', 0)
    const team = await buildTask(db, {
      assignment_id: (
        await buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id: desk.course.id })).id })
      ).id,
      students: [student.id, stranger.id],
      draft: '<p>Вместе.</p>',
    })
    for (const task of [id, other, team.id]) expect((await submit(task, 'k')).status).toBe(200)
    expect((await submit(team.id, 'k', stranger)).status).toBe(409)

    await review(id, { attempt: 1, verdict: 'returned', comment: 'Ещё' })
    await db.execute(sql`update submit_keys set created_at = now() - interval '23 hours'`)
    await deleteExpiredSubmitKeys(db)
    expect((await submit(id, 'k')).body.task.attempts).toHaveLength(1)
    await db.execute(sql`update submit_keys set created_at = now() - interval '25 hours'`)
    expect((await submit(id, 'k')).body.task.attempts).toHaveLength(2)
    await deleteExpiredSubmitKeys(db)
    expect((await db.execute(sql`select task_id from submit_keys`)).rows).toEqual([{ task_id: id }])
  })

  it('keeps no text for a repeat, and accepts 30 hand-ins of a task a day', async () => {
    const id = await begun()
    await submit(id, 'k')
    expect(JSON.stringify((await db.execute(sql`select answer from submit_keys`)).rows)).not.toContain('Сделал')
    await act(student, id, 'withdraw')
    await db.execute(sql`
      insert into submit_keys (user_id, task_id, key)
      select ${student.id}, ${id}, 'other-' || nth from generate_series(1, 29) as nth`)
    expect((await submit(id)).status).toBe(429)
    expect((await submit(id, 'k')).status).toBe(200)
    expect(await countAttempts()).toBe(1)
    await db.execute(sql`update submit_keys set created_at = now() - interval '25 hours' where key = 'other-1'`)
    expect((await submit(id)).status).toBe(200)
  })

  it.each(['', '<p></p>', '<p>&nbsp; \u00a0</p><p><br></p>', '<script>x</script>'])(
    'refuses an empty task: %j',
    async (content) => {
      const id = await begun('')
      await save(id, content, 0)
      const { status, body } = await submit(id)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['content']])
      expect(await countAttempts()).toBe(0)
    },
  )
})

describe('POST /api/tasks/{id}/withdraw', () => {
  const withdraw = (id: number) => act(student, id, 'withdraw')

  it('makes the task a draft again; the attempt keeps its number', async () => {
    const id = await begun()
    expect((await submit(id)).body.task.can_withdraw).toBe(true)
    expect((await read(teacher, id)).can_withdraw).toBeUndefined()
    await ask(teacher, 'GET', '/api/tasks')
    const { status, body } = await withdraw(id)
    expect(status).toBe(200)
    expect(body.task).toMatchObject({ status: { slug: 'draft' }, draft: { content: '<p>Сделал.</p>', revision: 2 } })
    expect(body.task.attempts).toMatchObject([{ number: 1, withdrawn_at: expect.stringMatching(/Z$/) }])
    expect((await read(teacher, id)).attempts).toMatchObject([{ number: 1, content: '' }])
    const again = (await submit(id)).body.task
    expect(again.attempts.map(({ number, withdrawn_at }: Attempt) => [number, withdrawn_at === null])).toEqual([
      [1, false],
      [2, true],
    ])
    expect((await review(id, { attempt: 1, verdict: 'accepted' })).body.type).toBe(
      'urn:praktika:problem:attempt-behind',
    )
  })

  it.each(['held', 'expired', 'given back', 'taken over'])('is refused once a reviewer took it: %s', async (how) => {
    const id = await begun()
    await submit(id)
    await act(teacher, id, 'lease')
    if (how === 'expired') await db.execute(sql`update tasks set lease_expires_at = now() - interval '1 hour'`)
    if (how === 'given back') await ask(teacher, 'DELETE', `/api/tasks/${id}/lease`)
    if (how === 'taken over') await act(desk.colleague, id, 'lease', { take_over: true })
    expect((await read(student, id)).can_withdraw).toBeUndefined()
    const { status, body } = await withdraw(id)
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:attempt-taken'])
    expect((await read(student, id)).status.slug).toBe('submitted')
  })

  it('is refused after a verdict that was reopened, even one without a lease', async () => {
    const id = await begun()
    await submit(id)
    await review(id, { attempt: 1, verdict: 'accepted' })
    await act(teacher, id, 'reopen', { reason: 'Ошибся' })
    expect((await withdraw(id)).status).toBe(409)
  })

  it('is possible for a next attempt although an earlier one was taken', async () => {
    const task = await taskIn('returned')
    await submit(task.id)
    const { status, body } = await withdraw(task.id)
    expect(status).toBe(200)
    expect(body.task.attempts.at(-1)).toMatchObject({ number: 3, withdrawn_at: expect.any(String) })
    expect((await submit(task.id)).body.task.attempts.at(-1)).toMatchObject({ number: 4, withdrawn_at: null })
  })

  it('and a lease at the same moment: one of them wins', async () => {
    const id = await begun()
    await submit(id)
    const [taken, withdrawn] = await Promise.all([act(teacher, id, 'lease'), withdraw(id)])
    const task = await read(student, id)
    expect(taken.status).toBe(200)
    expect(task.status.slug).toBe(withdrawn.status === 200 ? 'draft' : 'submitted')
  })
})
