import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildProject } from '#server/projects/projects.factory.ts'
import { passUndoTime } from '#server/reviews/reviews.fixture.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { readLetters } from '#server/testing/letters.ts'

const app = await testApp()
const { db, runEffects, outbox } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, curator, act, ask, save, submit, review, read, taskIn, newsOf } = desk

beforeEach(async () => {
  await desk.forget()
  await empty(db, 'events')
})

const undo = (id: number, person = teacher) => ask(person, 'DELETE', `/api/tasks/${id}/review`)
const accepted = { attempt: 2, verdict: 'accepted', score: 9 }
const returned = { attempt: 2, verdict: 'returned', comment: 'Поправьте', remarks: [{ text: 'Поля' }] }

/** Events that open pages of a person received, in order. */
const eventsOf = async (person: { id: number }) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select coalesce(event->>'happening', event->>'type') as name from events
      where ${person.id} = any(user_ids) order by id`,
  )
  return rows.map(({ name }) => name)
}

/** Carries out everything that is still pending. */
const passTime = async () => {
  await passUndoTime(db)
  await runEffects()
}

/** How many letters to the student are in the outbox. */
const letters = async () => (await readLetters(outbox)).filter(({ to }) => to === student.user.email)

describe('a verdict', () => {
  it('is sent to the student when it can no longer be undone, and to staff at once', async () => {
    const { id } = await taskIn('submitted')
    const before = (await letters()).length
    const began = Date.now()
    const { body } = await review(id, returned)
    const until = Date.parse(body.task.attempts[1].review.undo_until)
    expect(until - began).toBeGreaterThanOrEqual(10_000)
    expect(until - Date.now()).toBeLessThanOrEqual(10_000)
    expect((await read(colleague, id)).attempts[1].review.undo_until).toBeNull()
    await runEffects()
    expect([await newsOf(student), await eventsOf(student), (await letters()).length]).toEqual([[], [], before])
    expect(await eventsOf(teacher)).toEqual(['verdict'])
    await passTime()
    expect(await newsOf(student)).toMatchObject([{ type: 'task-returned', data: { comment: 'Поправьте' } }])
    expect(await eventsOf(student)).toEqual(['notification', 'verdict'])
    const [letter] = (await letters()).slice(before)
    expect(letter?.text).toContain('вернулась на доработку')
    expect(letter?.text).toContain('Ольга Белая пишет:\nПоправьте')
    expect(letter?.text).toContain('Что исправить:\n— Поля')
    expect(letter?.text).toContain(`/lessons/${desk.lesson.id}?work#verdict-2`)
  })

  it('is sent by letter to those who want letters, once, and to nobody when it was reopened in the meantime', async () => {
    const before = (await letters()).length
    const first = await taskIn('submitted')
    const wantLetters = (letters: boolean) => ask(student, 'PUT', `/api/users/${student.id}`, { letters })
    await wantLetters(false)
    await review(first.id, accepted)
    await passTime()
    await wantLetters(true)
    await desk.forget()
    const second = await taskIn('submitted')
    await review(second.id, accepted)
    await act(teacher, second.id, 'reopen', { reason: 'Ошибся' })
    await passTime()
    expect((await newsOf(student)).map(({ type }: { type: string }) => type).toReversed()).toEqual([
      'task-accepted',
      'task-reopened',
    ])
    expect((await letters()).length).toBe(before)
    await review(second.id, accepted)
    await passTime()
    await passTime()
    expect((await letters()).slice(before).map(({ text }) => /Оценка: \S+/.exec(text)?.[0])).toEqual(['Оценка: 9'])
  })
})

describe('undoing a verdict', () => {
  it('restores everything, and the student never learns of it', async () => {
    const { id } = await taskIn('submitted')
    await act(teacher, id, 'lease')
    const before = await read(teacher, id)
    await act(student, id, 'comments', { text: 'Когда?' })
    const asked = (await read(teacher, id)).thread.length
    await runEffects()
    await empty(db, 'events')
    await review(id, returned)
    expect((await read(teacher, id)).lease).toBeNull()
    const { status, body } = await undo(id)
    expect(status).toBe(200)
    expect(body.task).toMatchObject({
      status: { slug: 'submitted' },
      score: null,
      review_revision: before.review_revision + 2,
      lease: { user: { id: teacher.id }, since: before.lease.since },
    })
    expect(body.task.thread).toHaveLength(asked)
    expect(body.task.attempts[1].review).toBeNull()
    expect(body.task.attempts[0].review).not.toBeNull()
    expect((await read(student, id)).draft).toMatchObject({ content: '', revision: 2, saved_at: null })
    const { rows } = await db.execute(sql`
      select (select count(*)::int from remarks where text = 'Поля') as remarks,
        (select question_at is not null from tasks) as asked`)
    expect(rows).toEqual([{ remarks: 0, asked: true }])
    await passTime()
    expect([await newsOf(student), await eventsOf(student)]).toEqual([[], []])
    expect(await eventsOf(colleague)).toEqual(['lease', 'verdict', 'lease', 'undone'])
    // and the task is judged again, on its current version
    const stale = await review(id, { ...accepted, review_revision: before.review_revision })
    expect([stale.status, stale.body.type]).toEqual([409, 'urn:praktika:problem:review-behind'])
    expect((await review(id, accepted)).body.task.score).toBe(9)
  })

  it('takes no lease where there was none: colleagues may take the task', async () => {
    const { id } = await taskIn('submitted')
    await review(id, returned)
    expect((await undo(id)).body.task.lease).toBeNull()
  })

  it('keeps what the student wrote in the draft in the meantime', async () => {
    const { id } = await taskIn('submitted')
    await review(id, returned)
    await save(id, '<p>Уже правлю.</p>', 1)
    expect((await undo(id)).status).toBe(200)
    expect((await read(student, id)).draft).toMatchObject({ content: '<p>Уже правлю.</p>', revision: 2 })
    await review(id, returned)
    expect((await read(student, id)).draft).toMatchObject({ content: '<p>Уже правлю.</p>', revision: 2 })
  })

  it('is refused once somebody has set another score', async () => {
    const { id } = await taskIn('submitted')
    await review(id, accepted)
    expect((await ask(colleague, 'PUT', `/api/tasks/${id}/score`, { score: 5 })).status).toBe(200)
    const { status, body } = await undo(id)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('уже не последнее')])
    expect((await read(student, id)).score).toBe(5)
  })

  it('is for its reviewer alone', async () => {
    const { id } = await taskIn('submitted')
    await review(id, accepted)
    for (const person of [colleague, curator, student]) expect((await undo(id, person)).status).toBe(403)
    expect((await undo(id, desk.otherTeacher)).status).toBe(404)
    expect((await undo(id)).status).toBe(200)
    expect((await undo(id)).status).toBe(409)
  })

  it('is refused when it is late', async () => {
    const { id } = await taskIn('submitted')
    await review(id, accepted)
    // due, though the worker has not carried it out yet
    await passUndoTime(db)
    const late = await undo(id)
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('студенту сообщили')])
    await runEffects()
    expect((await undo(id)).status).toBe(409)
    expect((await read(student, id)).status.slug).toBe('accepted')
    expect(await newsOf(student)).toHaveLength(1)
  })

  it('is refused when the student has handed in again', async () => {
    const { id } = await taskIn('submitted')
    await review(id, returned)
    expect((await submit(id)).status).toBe(200)
    expect((await undo(id)).status).toBe(409)
    expect((await read(teacher, id)).attempts).toHaveLength(3)
  })

  it('and a project from the task never both succeed, however close they are', async () => {
    for (let round = 0; round < 5; round += 1) {
      await desk.forget()
      const { id } = await taskIn('submitted')
      await review(id, accepted)
      const form = { name: 'Мой проект', task_id: id }
      const [undone, made] = await Promise.all([undo(id), ask(student, 'POST', '/api/projects', form)])
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([undone.status, made.status])
      const { rows } = await db.execute(sql`select id from projects where task_id = ${id}`)
      expect(rows).toHaveLength(made.status === 201 ? 1 : 0)
      await db.execute(sql`update projects set task_id = null`)
    }
  })

  it('is refused when the student has answered a remark, or made a project from the task', async () => {
    const { id } = await taskIn('submitted')
    const { body } = await review(id, returned)
    const [{ id: remark }] = body.task.attempts[1].review.remarks
    expect((await ask(student, 'PUT', `/api/tasks/${id}/remarks/${remark}`, { answer: 'Почему?' })).status).toBe(200)
    expect((await undo(id)).status).toBe(409)
    expect((await read(teacher, id)).attempts[1].review.remarks).toMatchObject([{ answer: 'Почему?' }])
    await desk.forget()
    const second = await taskIn('submitted')
    await review(second.id, accepted)
    const project = await buildProject(db, { authors: [student.id] })
    await db.execute(sql`update projects set task_id = ${second.id}, created_at = now() where id = ${project.id}`)
    expect((await undo(second.id)).status).toBe(409)
  })

  it('is refused when the task was reopened or excused since', async () => {
    const { id } = await taskIn('submitted')
    await review(id, accepted)
    await act(colleague, id, 'reopen', { reason: 'Посмотрю сам' })
    expect((await undo(id)).status).toBe(409)
    await review(id, accepted)
    await act(curator, id, 'excuse', { reason: 'Перевод' })
    expect((await undo(id)).status).toBe(409)
  })
})

describe('many at once', () => {
  const rounds = Array.from({ length: 12 }, (_, index) => index)

  it.each(rounds)('either the verdict is undone or the student is notified, never both (%i)', async (round) => {
    const { id } = await taskIn('submitted')
    await review(id, round % 2 ? accepted : returned)
    // due within milliseconds: sometimes the worker wins, sometimes the undo
    await db.execute(sql`update effects set visible_at = now() + ${(round % 4) * 8} * interval '1 millisecond'`)
    const worker = async () => {
      for (let turn = 0; turn < 8; turn += 1) await runEffects()
    }
    const responses = await Promise.all([
      undo(id),
      worker(),
      undo(id),
      worker(),
      undo(id, colleague),
      ...Array.from({ length: 4 }, () => undo(id)),
    ])
    const undone = responses.filter((response) => response?.status === 200).length
    expect(undone).toBeLessThanOrEqual(1)
    await passTime()
    const notified = (await newsOf(student)).length
    expect({ undone, notified }).toEqual(undone === 1 ? { undone: 1, notified: 0 } : { undone: 0, notified: 1 })
    expect((await read(student, id)).status.slug === 'submitted').toBe(undone === 1)
  })

  it.each(rounds)('an undo and the student’s next hand-in exclude each other (%i)', async () => {
    const { id } = await taskIn('submitted')
    await review(id, returned)
    const key = crypto.randomUUID()
    const [undone, ...handed] = await Promise.all([undo(id), submit(id, key), submit(id, key), submit(id, key)])
    const task = await read(teacher, id)
    const handedIn = handed.some(({ status }) => status === 200)
    expect(handedIn).toBe(undone.status !== 200)
    expect(task.attempts).toHaveLength(handedIn ? 3 : 2)
    expect(task.status.slug).toBe('submitted')
    await passTime()
    const notified = (await newsOf(student)).map(({ type }: { type: string }) => type)
    expect(notified).toEqual(handedIn ? ['task-returned'] : [])
  })

  it('one of many verdicts is valid, even with undos at the same time', async () => {
    const { id } = await taskIn('submitted')
    const people = [teacher, colleague, curator]
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const person = people[index % 3] as typeof teacher
        return index < 6 ? review(id, accepted, person) : undo(id, person)
      }),
    )
    const given = responses.slice(0, 6).filter(({ status }) => status === 200).length
    const taken = responses.slice(6).filter(({ status }) => status === 200).length
    expect(given - taken === 0 || given - taken === 1).toBe(true)
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from reviews join attempts on attempts.id = reviews.attempt_id
      where attempts.number = 2`)
    expect(rows[0]?.count).toBe(given - taken)
    await passTime()
    expect((await newsOf(student)).length).toBe(given - taken)
  })
})
