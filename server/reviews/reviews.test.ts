import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { runDueEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { passUndoTime } from '#server/reviews/reviews.fixture.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const app = await testApp()
const { db, config, runEffects } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, curator, lesson, act, ask, save, submit, review, read, taskIn, newsOf } = desk

beforeEach(desk.forget)

describe('a verdict', () => {
  it('accepts with or without a score', async () => {
    const first = await taskIn('submitted')
    const { status, body } = await review(first.id, {
      attempt: 2,
      verdict: 'accepted',
      score: 8.5,
      comment: ' Отлично ',
    })
    expect(status).toBe(200)
    expect(body.task).toMatchObject({ status: taskStatuses.accepted, score: 8.5, draft: null, lease: null })
    expect(body.task.attempts[1].review).toMatchObject({
      verdict: 'accepted',
      comment: 'Отлично',
      score: 8.5,
      remarks: [],
      user: { id: teacher.id, name: 'Ольга' },
    })
    expect(body.task.thread.at(-1)).toMatchObject({ kind: 'accepted', text: 'Отлично', attempt: 2 })
    await desk.forget()
    const second = await taskIn('submitted')
    expect((await review(second.id, { attempt: 2, verdict: 'accepted' })).body.task.score).toBeNull()
  })

  it('leaves the score that was typed in the journal, unless it has one', async () => {
    const task = await taskIn('submitted')
    await ask(teacher, 'PUT', `/api/tasks/${task.id}/score`, { score: 9 })
    const accepted = await review(task.id, { attempt: 2, verdict: 'accepted' })
    expect([accepted.body.task.score, accepted.body.task.attempts[1].review.score]).toEqual([9, 9])
    expect((await ask(teacher, 'DELETE', `/api/tasks/${task.id}/review`)).body.task).toMatchObject({
      status: taskStatuses.submitted,
      score: 9,
    })
    const again = await review(task.id, { attempt: 2, verdict: 'accepted', score: 4 })
    expect(again.body.task.score).toBe(4)
  })

  it('leaves the score that was typed before the next attempt, too', async () => {
    const { id } = await taskIn('returned')
    await ask(teacher, 'PUT', `/api/tasks/${id}/score`, { score: 3 })
    expect((await submit(id)).body.task).toMatchObject({ status: taskStatuses.submitted, score: 3 })
    expect((await review(id, { attempt: 3, verdict: 'accepted' })).body.task.score).toBe(3)
  })

  it('returns with a comment or an open remark, and the draft begins with the last attempt', async () => {
    for (const body of [{}, { comment: ' \u200b ' }, { remarks: [] }, { remarks: [{ text: 'Готово', done: true }] }]) {
      const task = await taskIn('submitted')
      const response = await review(task.id, { attempt: 2, verdict: 'returned', ...body })
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['comment']])
      expect((await read(student, task.id)).status.slug).toBe('submitted')
      await desk.forget()
    }
    const task = await taskIn('submitted')
    const { status, body } = await review(task.id, {
      attempt: 2,
      verdict: 'returned',
      remarks: [{ text: 'Поля' }],
      score: 3,
    })
    expect(status).toBe(200)
    expect(body.task.score).toBeNull()
    expect(body.task.attempts[1].review.remarks).toEqual([
      { id: expect.any(Number), text: 'Поля', done: false, anchor: null, attempt: 2, fixed: false, answer: '' },
    ])
    expect((await read(student, task.id)).draft).toMatchObject({ content: '<p>Вторая.</p>', revision: 1 })
  })

  it.each([
    {},
    { attempt: 2 },
    { attempt: 2, verdict: 'excused' },
    { attempt: '2', verdict: 'accepted' },
    { attempt: 2.5, verdict: 'accepted' },
    { attempt: 2, verdict: 'accepted', score: -1 },
    { attempt: 2, verdict: 'accepted', score: '5' },
    { attempt: 2, verdict: 'accepted', remarks: [{ text: '' }] },
    { attempt: 2, verdict: 'accepted', remarks: 'нет' },
  ])('refuses %j', async (body) => {
    const task = await taskIn('submitted')
    expect((await review(task.id, body)).status).toBe(422)
    expect((await read(teacher, task.id)).status.slug).toBe('submitted')
  })

  it('keeps remarks with characters that JSON in the database cannot hold', async () => {
    const task = await taskIn('submitted')
    const { status, body } = await review(task.id, {
      attempt: 2,
      verdict: 'returned',
      remarks: [{ text: 'а\u0000б\ud800' }],
    })
    expect(status).toBe(200)
    expect(body.task.attempts[1].review.remarks).toMatchObject([{ text: 'аб\ufffd', done: false }])
  })

  it('on an attempt that is not the latest is refused with an explanation', async () => {
    const task = await taskIn('submitted')
    for (const attempt of [1, 3, 0, -1]) {
      const { status, body } = await review(task.id, { attempt, verdict: 'accepted' })
      expect([status, body.type]).toEqual([409, 'urn:praktika:problem:attempt-behind'])
      expect(body.detail).toMatch(/не последняя попытка/)
    }
  })

  it('based on an older state of the review is refused', async () => {
    const task = await taskIn('submitted')
    const seen = (await read(teacher, task.id)).review_revision
    const response = await review(task.id, { attempt: 2, verdict: 'accepted', review_revision: seen })
    expect(response.body.task.review_revision).toBe(seen + 1)
    await act(teacher, task.id, 'reopen', { reason: 'Ошибся' })
    const { status, body } = await review(task.id, { attempt: 2, verdict: 'accepted', review_revision: seen })
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:review-behind'])
    expect((await review(task.id, { attempt: 2, verdict: 'accepted', review_revision: seen + 2 })).status).toBe(200)
  })

  it('is one of two given at the same moment', async () => {
    const task = await taskIn('submitted')
    const responses = await Promise.all([
      review(task.id, { attempt: 2, verdict: 'accepted' }),
      review(task.id, { attempt: 2, verdict: 'returned', comment: 'Нет' }, colleague),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [first, second] = responses
    const won = first?.status === 200 ? 'Ольга Белая' : 'Игорь Мох'
    expect((first?.status === 200 ? second : first)?.body.detail).toContain(`решение уже есть, его автор — ${won}`)
    expect((await db.execute(sql`select 1 from reviews where revoked_at is null`)).rows).toHaveLength(2)
  })
})

describe('reopening', () => {
  it('makes the verdict history, needs a reason, and leaves the student’s newer draft', async () => {
    const task = await taskIn('returned')
    await save(task.id, '<p>Уже правлю.</p>', 1)
    for (const body of [{}, { reason: '  ' }, { reason: 5 }]) {
      expect((await act(teacher, task.id, 'reopen', body)).status).toBe(422)
    }
    const { body } = await act(teacher, task.id, 'reopen', { reason: 'Не то прочитал' })
    expect(body.task).toMatchObject({ status: { slug: 'submitted' }, score: null })
    expect(body.task.attempts[1].review).toBeNull()
    expect(body.task.attempts[0].review).not.toBeNull()
    expect(body.task.thread.at(-1)).toMatchObject({ kind: 'reopened', text: 'Не то прочитал' })
    await review(task.id, { attempt: 2, verdict: 'returned', comment: 'Теперь верно' })
    expect((await read(student, task.id)).draft).toMatchObject({ content: '<p>Уже правлю.</p>', revision: 2 })
  })
})

describe('a lease', () => {
  const lease = (person: typeof teacher, id: number, body?: object) => act(person, id, 'lease', body)

  it('lasts 20 minutes, is renewed by its holder and refused to others by name', async () => {
    const { id } = await taskIn('submitted')
    const { status, body } = await lease(teacher, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      lease: {
        user: { id: teacher.id, name: 'Ольга', surname: 'Белая' },
        since: expect.any(String),
        expires_at: expect.any(String),
      },
    })
    const minutes = (Date.parse(body.lease.expires_at) - Date.now()) / minuteMs
    expect(minutes).toBeGreaterThan(19)
    expect(minutes).toBeLessThanOrEqual(20)
    expect((await lease(teacher, id, {})).status).toBe(200)
    for (const asked of [undefined, {}, { take_over: false }]) {
      const refused = await lease(colleague, id, asked)
      expect([refused.status, refused.body.type]).toEqual([409, 'urn:praktika:problem:lease-held'])
      expect(refused.body.detail).toContain('Ольга Белая')
    }
    expect((await lease(colleague, id, { take_over: 'да' })).status).toBe(422)
    expect((await read(student, id)).lease.user.id).toBe(teacher.id)
  })

  it('can be taken over on purpose, expires, and is released by its holder alone', async () => {
    const { id } = await taskIn('submitted')
    await lease(teacher, id)
    expect((await lease(curator, id, { take_over: true })).body.lease.user.id).toBe(curator.id)
    const release = (person: typeof teacher) => ask(person, 'DELETE', `/api/tasks/${id}/lease`)
    expect((await release(teacher)).status).toBe(204)
    expect((await read(teacher, id)).lease.user.id).toBe(curator.id)
    await db.execute(sql`update tasks set lease_expires_at = now() - interval '1 second'`)
    expect((await read(teacher, id)).lease).toBeNull()
    expect((await lease(teacher, id)).status).toBe(200)
    expect((await release(teacher)).status).toBe(204)
    expect((await read(teacher, id)).lease).toBeNull()
    expect((await release(teacher)).status).toBe(204)
  })

  it('is sent to open pages when it begins, changes hands and ends, and now and then while it is renewed', async () => {
    const { id } = await taskIn('submitted')
    await empty(db, 'events')
    const leaseEvents = async () => {
      const { rows } = await db.execute<{ holder: number | null; all: boolean; staff: boolean }>(sql`
        select (event->'lease'->'user'->>'id')::int as holder, ${student.id} = any(user_ids) as all,
          ${colleague.id} = any(user_ids) as staff
        from events where event->>'happening' = 'lease' order by id`)
      return rows
    }
    const first = await lease(teacher, id)
    for (let minute = 0; minute < 5; minute += 1) {
      const renewed = await lease(teacher, id)
      expect(renewed.body.lease.since).toBe(first.body.lease.since)
    }
    expect(await leaseEvents()).toEqual([{ holder: teacher.id, all: true, staff: true }])
    // 12 minutes later, renewed a minute ago
    await db.execute(sql`update tasks set lease_since = lease_since - interval '12 minutes',
      lease_expires_at = lease_expires_at - interval '3 minutes'`)
    await lease(teacher, id)
    await lease(teacher, id)
    expect(await leaseEvents()).toHaveLength(2)
    const over = await lease(curator, id, { take_over: true })
    expect(over.body.lease.since > first.body.lease.since).toBe(true)
    expect((await read(colleague, id)).thread.at(-1)).toMatchObject({
      kind: 'taken-over',
      text: 'Ольга Белая',
      user: { id: curator.id },
    })
    expect((await read(student, id)).thread.at(-1).kind).not.toBe('taken-over')
    await ask(curator, 'DELETE', `/api/tasks/${id}/lease`)
    await lease(teacher, id)
    await review(id, { attempt: 2, verdict: 'accepted' })
    expect((await leaseEvents()).slice(2)).toEqual([
      { holder: curator.id, all: true, staff: true },
      { holder: null, all: true, staff: true },
      { holder: teacher.id, all: true, staff: true },
      // the student is notified by the verdict, when that can no longer be undone
      { holder: null, all: false, staff: true },
    ])
  })

  it.each(['draft', 'returned', 'accepted', 'excused'] as const)('is not given of a task that is %s', async (state) => {
    const { id } = await taskIn(state)
    const refused = await lease(teacher, id, { take_over: true })
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:praktika:problem:wrong-state'])
    expect((await read(teacher, id)).lease).toBeNull()
  })

  it('goes to one of many, is not needed for a verdict and prevents none', async () => {
    const { id } = await taskIn('submitted')
    const responses = await Promise.all([teacher, colleague, curator].map((person) => lease(person, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await review(id, { attempt: 2, verdict: 'accepted' })).status).toBe(200)
    expect((await read(teacher, id)).lease).toBeNull()
  })
})

describe('likes and comments', () => {
  it('a like counts once per person', async () => {
    const { id } = await taskIn('submitted')
    const path = `/api/tasks/${id}/like`
    const responses = await Promise.all(Array.from({ length: 5 }, () => ask(teacher, 'POST', path)))
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(204))
    await ask(curator, 'POST', path)
    expect((await read(teacher, id)).likes).toEqual({ count: 2, mine: true })
    expect((await read(student, id)).likes).toEqual({ count: 2, mine: false })
    await ask(teacher, 'DELETE', path)
    expect((await ask(teacher, 'DELETE', path)).status).toBe(204)
    expect((await read(teacher, id)).likes).toEqual({ count: 1, mine: false })
  })

  it('a draft has nothing to like', async () => {
    const { id } = await taskIn('draft')
    expect((await ask(teacher, 'POST', `/api/tasks/${id}/like`)).status).toBe(409)
  })

  it('a comment is in the thread as it was written', async () => {
    const { id } = await taskIn('submitted')
    const { status, body } = await act(student, id, 'comments', { text: ' <b>Готово?</b>\nДа ' })
    expect(status).toBe(201)
    expect(body.comment).toMatchObject({
      kind: 'comment',
      text: '<b>Готово?</b>\nДа',
      attempt: 2,
      user: { id: student.id },
    })
    expect((await read(teacher, id)).thread.at(-1)).toEqual(body.comment)
    for (const text of [undefined, '', ' \u0000 ', 5, 'x'.repeat(5001)]) {
      expect((await act(student, id, 'comments', { text })).status).toBe(422)
    }
  })
})

describe('notifications', () => {
  /** Two workers at once, twice. */
  const runWorker = async () => {
    const handlers = effectHandlers(config, createMailer(config), app.deps.files)
    const errors: unknown[] = []
    const run = () => runDueEffects(db, handlers, (error) => errors.push(error))
    await Promise.all([run(), run()])
    await passUndoTime(db)
    await Promise.all([run(), run()])
    expect(errors).toEqual([])
  }

  it('are sent to the student exactly once for each act', async () => {
    const { id } = await taskIn('submitted')
    await ask(teacher, 'POST', `/api/tasks/${id}/like`)
    await act(teacher, id, 'comments', { text: 'Смотрю' })
    await review(id, { attempt: 2, verdict: 'returned', comment: 'Поля' })
    await act(teacher, id, 'reopen', { reason: 'Ошибся' })
    await review(id, { attempt: 2, verdict: 'accepted' })
    await act(curator, id, 'excuse', { reason: 'Перевод' })
    await runWorker()
    await ask(teacher, 'DELETE', `/api/tasks/${id}/like`)
    await ask(teacher, 'POST', `/api/tasks/${id}/like`)
    await runWorker()
    const news = (await newsOf(student)).sort((a: { id: number }, b: { id: number }) => a.id - b.id)
    expect(news.map(({ type }: { type: string }) => type).sort()).toEqual([
      'task-accepted',
      'task-comment',
      'task-excused',
      'task-like',
      'task-reopened',
      'task-returned',
    ])
    const returned = news.find(({ type }: { type: string }) => type === 'task-returned')
    expect(returned).toMatchObject({
      user: { id: teacher.id, role: { slug: 'teacher' } },
      data: { title: `Работа <b>«${lesson.name}»</b> вернулась на доработку`, comment: 'Поля' },
      lesson: { id: lesson.id },
      project: null,
      status: { slug: 'returned' },
      place: 'verdict-2',
      read_at: null,
    })
    const { thread } = await read(student, id)
    const lineOf = (kind: string) => thread.findLast((entry: { kind: string }) => entry.kind === kind).id
    for (const [type, kind] of [
      ['task-comment', 'comment'],
      ['task-reopened', 'reopened'],
      ['task-excused', 'excused'],
    ] as const)
      expect(news.find((item: { type: string }) => item.type === type)?.place).toBe(`entry-${lineOf(kind)}`)
    expect(news.find(({ type }: { type: string }) => type === 'task-like')?.place).toBeNull()
    expect(await newsOf(teacher)).toEqual([])
  })

  it('are not sent for what was refused, undone or done by the student', async () => {
    const { id } = await taskIn('submitted')
    await review(id, { attempt: 1, verdict: 'accepted' })
    await review(id, { attempt: 2, verdict: 'returned' })
    await ask(teacher, 'POST', `/api/tasks/${id}/like`)
    await ask(teacher, 'DELETE', `/api/tasks/${id}/like`)
    await act(student, id, 'comments', { text: 'Сам себе' })
    await runEffects()
    await passUndoTime(db)
    await runEffects()
    expect(await newsOf(student)).toEqual([])
    const draft = await save(id, '<p>x</p>', 0)
    expect([draft.status, (await submit(id)).status]).toEqual([409, 409])
  })
})
