import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { readLetters } from '#server/testing/letters.ts'

const app = await testApp()
const { db, call, deps, runEffects, outbox } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, curator, otherTeacher, stranger, act, ask, read, newsOf, taskIn, review } = desk

const daysAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const due = daysAhead(1)

beforeEach(async () => {
  await desk.forget()
  await empty(db, 'events')
  await db.execute(sql`update assignments set due_at = ${due}, closes_at = null`)
})

const comment = (person: typeof student, id: number, body: object) => act(person, id, 'comments', body)
const askTime = (id: number, body: object, person = student) => act(person, id, 'extension-request', body)
const refuse = (id: number, person = teacher) => ask(person, 'DELETE', `/api/tasks/${id}/extension-request`)
const settle = (id: number, person = teacher) => ask(person, 'DELETE', `/api/tasks/${id}/question`)
const extend = (id: number, until: unknown, person = teacher) =>
  ask(person, 'PUT', `/api/tasks/${id}/extension`, { until })

const rowOf = async (id: number) => {
  const { tasks } = (await ask(teacher, 'GET', '/api/tasks')).body
  return tasks.find((task: { id: number }) => task.id === id)
}

/** Events that open pages of a person received, in order. */
const eventsOf = async (person: { id: number }) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select coalesce(event->>'happening', event->>'type') as name from events
      where ${person.id} = any(user_ids) order by id`,
  )
  return rows.map(({ name }) => name)
}

describe('a question', () => {
  it('waits until staff answer it in the thread or in the comment of a verdict', async () => {
    const { id } = await taskIn('submitted')
    expect((await rowOf(id)).question_at).toBeNull()
    await comment(student, id, { text: 'Когда?' })
    const since = (await rowOf(id)).question_at
    expect(since).toMatch(/Z$/)
    await comment(student, id, { text: 'Ау' })
    await comment(teacher, id, { text: 'Проверю сама', note: true })
    expect((await rowOf(id)).question_at).toBe(since)
    await comment(teacher, id, { text: 'Завтра' })
    expect((await rowOf(id)).question_at).toBeNull()
    await comment(student, id, { text: 'Спасибо' })
    await review(id, { attempt: 2, verdict: 'accepted', comment: 'И вам' })
    expect((await rowOf(id)).question_at).toBeNull()
    expect(await eventsOf(student)).toEqual(['comment', 'comment', 'comment', 'comment'])
  })

  it('stays open after a verdict without a comment, and its undo', async () => {
    const { id } = await taskIn('submitted')
    await comment(student, id, { text: 'Можно сдать иначе?' })
    const since = (await rowOf(id)).question_at
    await review(id, { attempt: 2, verdict: 'accepted' })
    expect(await rowOf(id)).toMatchObject({ question_at: since, status: { slug: 'accepted' } })
    await settle(id)
    await ask(teacher, 'DELETE', `/api/tasks/${id}/review`)
    expect((await rowOf(id)).question_at).toBeNull()
  })

  it('is marked as answered by staff, once for all of them, and nobody is notified', async () => {
    const { id } = await taskIn('accepted')
    await comment(student, id, { text: 'Спасибо!' })
    expect((await read(teacher, id)).question_at).toMatch(/Z$/)
    await runEffects()
    await empty(db, 'events')
    const { status, body } = await settle(id, colleague)
    expect([status, body.task.question_at, body.task.thread.length]).toEqual([200, null, 1 + 4])
    expect((await settle(id)).status).toBe(200)
    await runEffects()
    expect([await eventsOf(teacher), await eventsOf(student), await newsOf(student)]).toEqual([['comment'], [], []])
    // the next one waits again
    await comment(student, id, { text: 'А когда показ?' })
    expect((await read(teacher, id)).question_at).toMatch(/Z$/)
  })
})

describe('a note', () => {
  it('is sent to no student in any call, notification, live event or letter', async () => {
    const { id } = await taskIn('submitted')
    const voice = await buildFile(db, deps.files, { user_id: teacher.id })
    const { status, body } = await comment(teacher, id, { text: 'Списано?', file_ids: [voice.id], note: true })
    expect([status, body.comment.kind]).toEqual([201, 'note'])
    await runEffects()
    expect((await read(colleague, id)).thread.at(-1)).toEqual(body.comment)
    expect((await read(curator, id)).thread.at(-1).text).toBe('Списано?')
    const responses = [
      await ask(student, 'GET', `/api/tasks/${id}`),
      await ask(student, 'GET', `/api/lessons/${desk.lesson.id}/task`),
      await comment(student, id, { text: 'Вопрос' }),
      await ask(student, 'GET', '/api/tasks'),
      await ask(student, 'GET', '/api/users/notifications'),
    ]
    for (const response of responses) expect(JSON.stringify(response.body)).not.toContain('Списано')
    expect(await eventsOf(student)).toEqual(['comment'])
    expect(await eventsOf(colleague)).toEqual(['comment', 'comment'])
    expect(await newsOf(student)).toEqual([])
    expect((await readLetters(outbox)).filter(({ text }) => text.includes('Списано'))).toEqual([])
    expect((await call('GET', `/api/files/${voice.id}`, { token: student.token })).status).toBe(404)
    expect((await call('GET', `/api/files/${voice.id}`, { token: colleague.token })).status).toBe(200)
  })

  it('is written by staff alone', async () => {
    const { id } = await taskIn('submitted')
    expect((await comment(student, id, { text: 'Я сам', note: true })).status).toBe(403)
    for (const person of [stranger, otherTeacher]) {
      expect((await comment(person, id, { text: 'Чужое', note: true })).status).toBe(404)
    }
  })
})

describe('a voice note', () => {
  it('needs no text, has its file, and causes a notification', async () => {
    const { id } = await taskIn('submitted')
    const voice = await addFile(db, teacher.id)
    await db.execute(sql`update files set type = 'audio/webm' where id = ${voice.id}`)
    const { status, body } = await comment(teacher, id, { file_ids: [voice.id] })
    expect(status).toBe(201)
    expect(body.comment).toMatchObject({ kind: 'comment', text: '', files: [{ id: voice.id, type: 'audio/webm' }] })
    expect((await read(student, id)).thread.at(-1).files).toHaveLength(1)
    await runEffects()
    expect(await newsOf(student)).toMatchObject([{ type: 'task-comment', data: { comment: 'Голосовое сообщение' } }])
  })

  it('is refused with somebody else’s file, and leaves nothing behind', async () => {
    const { id } = await taskIn('submitted')
    const foreign = await addFile(db, otherTeacher.id)
    for (const file_ids of [[foreign.id], ['a'.repeat(32)], ['нет'], Array(6).fill(foreign.id)]) {
      expect((await comment(student, id, { text: 'Вот', file_ids })).status).toBe(422)
    }
    const { rows } = await db.execute(sql`select 1 from thread_entries where kind = 'comment'`)
    expect(rows).toEqual([])
    expect(await rowOf(id)).toMatchObject({ question_at: null })
  })
})

describe('more time', () => {
  it('can be requested and granted with a click', async () => {
    const { id } = await taskIn('draft')
    const until = daysAhead(3)
    const { status, body } = await askTime(id, { until, text: 'Болею' })
    expect(status).toBe(201)
    expect(body.comment).toMatchObject({ kind: 'extension-asked', text: 'Болею', until })
    expect(await read(teacher, id)).toMatchObject({ extension_asked: until, due_at: due })
    const given = await extend(id, until)
    expect(given.body.task).toMatchObject({ extension_asked: null, due_at: until, closes_at: null })
    expect(given.body.task.thread.at(-1)).toMatchObject({ kind: 'extended', until, user: { id: teacher.id } })
    await runEffects()
    expect(await newsOf(student)).toMatchObject([
      { type: 'task-extended', lesson: { id: desk.lesson.id }, place: `entry-${given.body.task.thread.at(-1).id}` },
    ])
    expect(await eventsOf(student)).toEqual(['extension', 'notification', 'extension'])
    expect((await extend(id, null)).body.task.due_at).toBe(due)
  })

  it('is requested and granted once, however often the button is pressed', async () => {
    const { id } = await taskIn('draft')
    const until = daysAhead(3)
    const asked = await Promise.all([1, 2, 3].map(() => askTime(id, { until, text: 'Болею' })))
    expect(new Set(asked.map(({ status, body }) => `${status} ${body.comment.id}`)).size).toBe(1)
    expect((await askTime(id, { until, text: 'Очень болею' })).body.comment.id).not.toBe(asked[0]?.body.comment.id)
    for (const round of [1, 2]) expect([round, (await extend(id, until)).status]).toEqual([round, 200])
    for (const round of [1, 2]) expect([round, (await extend(id, null)).status]).toEqual([round, 200])
    const kinds = (await read(teacher, id)).thread.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['extension-asked', 'extension-asked', 'extended', 'extended'])
    await runEffects()
    expect(await newsOf(student)).toHaveLength(2)
  })

  it('is refused with a comment to the student', async () => {
    const { id } = await taskIn('returned')
    expect((await refuse(id)).status).toBe(409)
    const until = daysAhead(3)
    await askTime(id, { until })
    // a request is no question, and its answer answers none
    expect((await rowOf(id)).question_at).toBeNull()
    await comment(student, id, { text: 'И вопрос' })
    const { status, body } = await refuse(id, colleague)
    expect(status).toBe(200)
    expect(body.task).toMatchObject({ extension_asked: null, due_at: due })
    expect(body.task.thread.at(-1)).toMatchObject({ kind: 'extension-refused', until })
    expect((await rowOf(id)).question_at).not.toBeNull()
    await runEffects()
    expect(await newsOf(student)).toMatchObject([{ type: 'task-extension-refused' }])
    expect((await refuse(id)).status).toBe(409)
  })

  it('is in the future, and later than what the student has', async () => {
    const { id } = await taskIn('submitted')
    for (const until of [undefined, 'завтра', daysAhead(-1), daysAhead(0.5), due]) {
      const { status, body } = await askTime(id, { until })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['until']])
    }
    for (const until of [undefined, daysAhead(-1), due]) expect((await extend(id, until)).status).toBe(422)
    const night = `${daysAhead(3).slice(0, 10)}T22:30:00.000Z`
    await extend(id, night)
    const refused = await askTime(id, { until: daysAhead(2) })
    // it is the next day in Moscow
    expect([refused.status, refused.body.errors.until[0]]).toEqual([
      ...[422, expect.stringMatching(new RegExp(`до ${Number(daysAhead(4).slice(8, 10))} \\p{L}+\\.$`, 'u'))],
    ])
    expect((await askTime(id, { until: daysAhead(5) })).status).toBe(201)
    await db.execute(sql`update assignments set due_at = null, closes_at = ${due}`)
    expect((await extend(id, daysAhead(2))).body.task).toMatchObject({ due_at: null, closes_at: expect.any(String) })
    await db.execute(sql`update assignments set closes_at = null`)
    expect((await askTime(id, { until: daysAhead(9) })).status).toBe(422)
    expect((await extend(id, daysAhead(9))).status).toBe(422)
  })

  it.each(['accepted', 'excused'] as const)('makes no sense for a task that is %s', async (status) => {
    const { id } = await taskIn(status)
    expect((await askTime(id, { until: daysAhead(3) })).status).toBe(409)
    expect((await extend(id, daysAhead(3))).status).toBe(409)
  })

  it('is requested by students and granted by staff', async () => {
    const { id } = await taskIn('submitted')
    const until = daysAhead(3)
    expect((await askTime(id, { until }, teacher)).status).toBe(403)
    expect((await extend(id, until, student)).status).toBe(403)
    await askTime(id, { until })
    expect((await refuse(id, student)).status).toBe(403)
    for (const person of [stranger, otherTeacher]) {
      expect((await extend(id, until, person)).status).toBe(404)
      expect((await refuse(id, person)).status).toBe(404)
    }
  })
})

describe('a thread', () => {
  it('cannot be flooded', async () => {
    const { id } = await taskIn('submitted')
    await db.execute(sql`
      insert into thread_entries (task_id, user_id, kind, text, created_at)
      select ${id}, ${student.id}, 'comment', 'Ещё', now() - n * interval '30 seconds' from generate_series(1, 99) n`)
    expect((await comment(student, id, { text: 'Сотая' })).status).toBe(201)
    const refused = await comment(student, id, { text: 'Лишняя' })
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('Подождите')])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await askTime(id, { until: daysAhead(3) })).status).toBe(429)
    expect((await read(teacher, id)).thread.at(-1).text).toBe('Сотая')
    expect((await comment(teacher, id, { text: 'Я тут' })).status).toBe(201)
    await db.execute(sql`update thread_entries set created_at = created_at - interval '1 hour'`)
    expect((await comment(student, id, { text: 'Спасибо' })).status).toBe(201)
  })
})

describe('many at once', () => {
  it('no comment is lost, and every one is there once', async () => {
    const { id } = await taskIn('submitted')
    const people = [student, teacher, colleague, curator]
    const texts = Array.from({ length: 24 }, (_, index) => `Строка ${index}`)
    const [lease, ...responses] = await Promise.all([
      act(colleague, id, 'lease'),
      ...texts.map((text, index) => comment(people[index % 4] as typeof student, id, { text, note: index % 4 === 3 })),
      review(id, { attempt: 2, verdict: 'returned', comment: 'Ещё раз' }),
      askTime(id, { until: daysAhead(3) }),
    ])
    expect(responses.map(({ status }) => status).filter((status) => status > 201)).toEqual([])
    // nobody takes a task that was judged a moment before
    expect(
      lease?.status === 200 || lease?.body.type === 'urn:praktika:problem:wrong-state',
      JSON.stringify(lease),
    ).toBe(true)
    const thread = (await read(teacher, id)).thread
    const entries = thread.map(({ text }: { text: string }) => text).filter((text: string) => text.startsWith('Строка'))
    expect(entries.toSorted()).toEqual(texts.toSorted())
    await runEffects()
    expect((await newsOf(student)).filter(({ type }: { type: string }) => type === 'task-comment')).toHaveLength(12)
  })

  it('a half-written review in two tabs is lost in neither', async () => {
    const key = 'review:1:2'
    const keep = (value: string, revision: number) =>
      ask(teacher, 'PUT', `/api/drafts/${key}`, { value: { comment: value }, revision })
    const first = await keep('Начало', 0)
    const { revision } = first.body.draft
    const responses = await Promise.all([keep('Из одной вкладки', revision), keep('Из другой вкладки', revision)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = responses[0]?.status === 200 ? 'одной' : 'другой'
    const kept = (await ask(teacher, 'GET', `/api/drafts/${key}`)).body.draft.value
    expect(kept).toEqual({ comment: `Из ${winner} вкладки` })
    expect((await ask(colleague, 'GET', `/api/drafts/${key}`)).body.draft.value).toBeNull()
  })
})
