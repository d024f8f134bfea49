import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { deleteOldBatches } from '#server/reviews/batches.repo.ts'
import { passUndoTime } from '#server/reviews/reviews.fixture.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { buildUser } from '#server/users/users.factory.ts'

const app = await testApp()
const { db, runEffects } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, otherTeacher, curator, act, ask, read, newsOf, taskIn, review } = desk

beforeEach(async () => {
  await desk.forget()
  await empty(db, 'task_batches')
  await db.execute(sql`update assignments set due_at = now() + interval '1 day'`)
})

const daysAhead = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Tasks of other students of the course, each handed in once. */
const buildWaiting = async (count: number) => {
  const made = []
  for (let index = 0; index < count; index += 1) {
    const other = await buildUser(db)
    await db.insert(courseStudents).values({ course_id: desk.course.id, user_id: other.id })
    made.push(
      await buildTask(db, {
        assignment_id: desk.assignment.id,
        students: [other.id],
        status: 'submitted',
        attempts: [{ content: `<p>Работа ${index}</p>`, hoursAgo: 5 }],
      }),
    )
  }
  return made.map(({ id }) => id)
}

const bulk = (what: object, ids: (number | object)[], person = teacher) =>
  ask(person, 'POST', '/api/tasks/bulk', {
    act: what,
    tasks: ids.map((id) => (typeof id === 'number' ? { id } : id)),
  })
const undo = (batch: number, person = teacher) => ask(person, 'DELETE', `/api/tasks/bulk/${batch}`)

const statuses = async () => {
  const { rows } = await db.execute<{ status: string }>(sql`select status from tasks order by id`)
  return rows.map(({ status }) => status)
}

/** What students were notified of, except certificates. */
const notified = async () => {
  const { rows } = await db.execute<{ type: string }>(
    sql`select type from notifications where type not in ('certificate-issued', 'task-submitted', 'task-question', 'extension-asked') order by id`,
  )
  return rows.map(({ type }) => type)
}

const passTime = async () => {
  await passUndoTime(db)
  await runEffects()
}

describe('a selection', () => {
  it('is accepted, each task on its own, and undone as a whole', async () => {
    const ids = await buildWaiting(3)
    const draft = await taskIn('draft')
    const { status, body } = await bulk({ action: 'accept', comment: 'Отлично' }, [...ids, draft.id, 2_000_000_000])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      done: ids,
      refused: [
        { id: draft.id, detail: 'Работа в состоянии «Черновик»: проверять сейчас нечего.' },
        { id: 2_000_000_000, detail: 'Такой работы нет, или она вам недоступна.' },
      ],
    })
    expect(Date.parse(body.undo_until)).toBeGreaterThan(Date.now())
    expect(await statuses()).toEqual(['accepted', 'accepted', 'accepted', 'draft'])
    await runEffects()
    expect(await notified()).toEqual([])
    for (const person of [colleague, curator]) expect((await undo(body.batch_id, person)).status).toBe(404)
    const taken = await undo(body.batch_id)
    expect([taken.status, taken.body]).toEqual([200, { done: ids, refused: [] }])
    expect(await statuses()).toEqual(['submitted', 'submitted', 'submitted', 'draft'])
    await passTime()
    expect(await notified()).toEqual([])
    expect((await undo(body.batch_id)).body.done).toEqual([])
  })

  it('is returned with a comment, and what was already sent stays', async () => {
    const ids = await buildWaiting(2)
    expect((await bulk({ action: 'return' }, ids)).status).toBe(422)
    expect((await bulk({ action: 'return', comment: '  ' }, ids)).status).toBe(422)
    const { body } = await bulk({ action: 'return', comment: 'Приложите исходники' }, ids)
    expect(body.done).toEqual(ids)
    await passTime()
    expect(await notified()).toEqual(['task-returned', 'task-returned'])
    const late = (await undo(body.batch_id)).body
    expect(late.done).toEqual([])
    expect(late.refused.map(({ detail }: { detail: string }) => detail)).toEqual(
      Array(2).fill(expect.stringContaining('студенту сообщили')),
    )
  })

  it('skips tasks that have changed since they were shown, and those of others', async () => {
    const [seen = 0, judged = 0] = await buildWaiting(2)
    const revision = (await read(teacher, judged)).review_revision
    await review(judged, { attempt: 1, verdict: 'returned', comment: 'Поля' })
    await act(teacher, judged, 'reopen', { reason: 'Ошибся' })
    const { body } = await bulk({ action: 'accept' }, [
      { id: seen, attempt: 2 },
      { id: judged, attempt: 1, review_revision: revision },
    ])
    expect(body.done).toEqual([])
    expect(body.refused.map(({ detail }: { detail: string }) => detail)).toEqual([
      'Это уже не последняя попытка. Откройте работу заново и посмотрите новую.',
      'Пока вы писали, по работе вынесли решение. Откройте её заново.',
    ])
    const foreign = await bulk({ action: 'accept' }, [seen], otherTeacher)
    expect(foreign.body).toMatchObject({ done: [], refused: [{ id: seen }] })
    expect((await bulk({ action: 'accept' }, [seen], student)).status).toBe(403)
    expect(await statuses()).toEqual(['submitted', 'submitted'])
  })

  it('leaves out tasks for which a verdict of their own was begun', async () => {
    const [begun = 0, other = 0] = await buildWaiting(2)
    const keep = (value: unknown, revision: number) =>
      ask(teacher, 'PUT', `/api/drafts/review:${begun}`, { value, revision })
    const verdict = {
      comment: '',
      remark: '',
      score: '',
      criteria: [],
      remarks: [{ text: 'Поле', done: true, before: true }],
    }
    const typed = { attempt: 1, verdict: { ...verdict, comment: 'Поля шире' }, earlier: null }
    expect((await keep(typed, 0)).status).toBe(200)
    const { body } = await bulk({ action: 'accept' }, [begun, other])
    expect(body).toMatchObject({ done: [other], refused: [{ id: begun }] })
    expect(body.refused[0].detail).toContain('Вы начали писать')
    await keep({ attempt: 2, verdict, earlier: typed }, 1)
    expect((await bulk({ action: 'accept' }, [begun])).body.refused).toMatchObject([{ id: begun }])
    // only what was left from another attempt is ticked
    await keep({ attempt: 1, verdict, earlier: null }, 2)
    expect((await bulk({ action: 'accept' }, [begun])).body.done).toEqual([begun])
  })

  it('notifies at once of what cannot be undone', async () => {
    const [first = 0, second = 0] = await buildWaiting(2)
    const { body } = await bulk({ action: 'return', comment: 'Ещё' }, [first, second])
    await act(colleague, second, 'reopen', { reason: 'Посмотрю сам' })
    const undone = (await undo(body.batch_id)).body
    expect([undone.done, undone.refused.length]).toEqual([[first], 1])
    await runEffects()
    expect(await notified()).toEqual(['task-returned'])
  })

  it('does not undo a verdict that was given again after it', async () => {
    const [id = 0] = await buildWaiting(1)
    const { body } = await bulk({ action: 'accept' }, [id])
    await ask(teacher, 'DELETE', `/api/tasks/${id}/review`)
    await review(id, { attempt: 1, verdict: 'accepted', score: 5 })
    expect((await undo(body.batch_id)).body.done).toEqual([])
    expect((await read(teacher, id)).score).toBe(5)
  })

  it('gets more time, and loses it again before anybody was notified', async () => {
    const { id } = await taskIn('submitted')
    const until = daysAhead(3)
    await act(student, id, 'extension-request', { until: daysAhead(2) })
    const given = await bulk({ action: 'extend', until }, [id])
    expect(given.body.done).toEqual([id])
    expect(await read(teacher, id)).toMatchObject({ due_at: until, extension_asked: null })
    expect((await undo(given.body.batch_id)).body.done).toEqual([id])
    const after = await read(teacher, id)
    expect(after.due_at < until).toBe(true)
    expect(after.extension_asked).not.toBeNull()
    expect(after.thread.at(-1).kind).toBe('extension-asked')
    await passTime()
    expect(await notified()).toEqual([])
    await bulk({ action: 'extend', until }, [id])
    await runEffects()
    expect(await notified()).toEqual([])
    await passTime()
    expect(await newsOf(student)).toMatchObject([{ type: 'task-extended', lesson: { id: desk.lesson.id } }])
    expect((await bulk({ action: 'extend', until: daysAhead(-1) }, [id])).body.refused).toMatchObject([
      { id, detail: 'Выберите время в будущем.' },
    ])
  })

  it('keeps the more time that a colleague has given it', async () => {
    const { id } = await taskIn('submitted')
    const until = daysAhead(20)
    expect((await ask(colleague, 'PUT', `/api/tasks/${id}/extension`, { until })).status).toBe(200)
    const { body } = await bulk({ action: 'extend', until: daysAhead(10) }, [id])
    expect(body).toMatchObject({ done: [], refused: [{ id, detail: expect.stringContaining('срок и так до') }] })
    expect((await read(teacher, id)).due_at).toBe(until)
  })

  it('asks for no more time once it was accepted, whatever is undone', async () => {
    const { id } = await taskIn('submitted')
    await act(student, id, 'extension-request', { until: daysAhead(2) })
    const { body } = await bulk({ action: 'extend', until: daysAhead(3) }, [id])
    expect((await bulk({ action: 'accept' }, [id])).body.done).toEqual([id])
    expect((await undo(body.batch_id)).body.done).toEqual([id])
    expect((await read(teacher, id)).extension_asked).toBeNull()
  })

  it('is forgotten a day later, when it can long not be undone', async () => {
    const ids = await buildWaiting(2)
    const [old, fresh] = [
      await bulk({ action: 'accept' }, ids.slice(0, 1)),
      await bulk({ action: 'accept' }, ids.slice(1)),
    ]
    await db.execute(
      sql`update task_batches set created_at = now() - interval '25 hours' where id = ${old.body.batch_id}`,
    )
    await deleteOldBatches(db)
    const { rows } = await db.execute(sql`select id from task_batches`)
    expect(rows).toEqual([{ id: fresh.body.batch_id }])
  })

  it('is reminded once, or not at all', async () => {
    const { id } = await taskIn('returned')
    const first = await bulk({ action: 'remind', text: 'Осталось два дня' }, [id])
    expect((await undo(first.body.batch_id)).body.done).toEqual([id])
    await passTime()
    expect(await notified()).toEqual([])
    const second = await bulk({ action: 'remind', text: 'Осталось два дня' }, [id])
    await passTime()
    expect(await newsOf(student)).toMatchObject([
      { type: 'task-reminder', data: { comment: 'Осталось два дня' }, status: { slug: 'returned' } },
    ])
    expect((await undo(second.body.batch_id)).body.refused).toMatchObject([{ id, detail: expect.any(String) }])
    const [handedIn = 0] = await buildWaiting(1)
    expect((await bulk({ action: 'remind' }, [handedIn])).body.refused).toMatchObject([
      { id: handedIn, detail: 'Работа в состоянии «На проверке»: напоминать не о чем.' },
    ])
  })

  it.each([
    ['a closing date', sql`update assignments set closes_at = now() - interval '1 hour'`, 'Приём работ закончился'],
    ['a hidden lesson', sql`update lessons set status = 'draft'`, 'Урок сейчас закрыт'],
    ['a course taken back', sql`update courses set status = 'draft'`, 'Урок сейчас закрыт'],
  ])('is not reminded of when it cannot be handed in: %s', async (_, change, sentence) => {
    const { id } = await taskIn('draft')
    try {
      await db.execute(change)
      expect((await bulk({ action: 'remind' }, [id])).body).toMatchObject({
        done: [],
        refused: [{ id, detail: expect.stringContaining(sentence) }],
      })
    } finally {
      await db.execute(sql`update assignments set closes_at = null`)
      await db.execute(sql`update lessons set status = 'published'`)
      await db.execute(sql`update courses set status = 'published'`)
    }
    expect((await bulk({ action: 'remind' }, [id])).body.done).toEqual([id])
  })

  it.each([
    [{ action: 'accept' }, []],
    [{ action: 'burn' }, [1]],
    [{ action: 'extend' }, [1]],
    [{ action: 'extend', until: 'завтра' }, [1]],
    [{ action: 'accept' }, Array.from({ length: 101 }, (_, index) => index + 1)],
  ])('refuses %j for %j', async (what, ids) => {
    expect((await bulk(what, ids)).status).toBe(422)
  })
})

describe('many at once', () => {
  it('two who accept the same selection give each task one verdict', async () => {
    const ids = await buildWaiting(8)
    const responses = await Promise.all([
      bulk({ action: 'accept' }, ids),
      bulk({ action: 'return', comment: 'Нет' }, ids.toReversed(), colleague),
      bulk({ action: 'accept' }, ids, curator),
    ])
    const done = responses.flatMap(({ body }) => body.done)
    expect(done.toSorted((a: number, b: number) => a - b)).toEqual(ids)
    await passTime()
    expect(await notified()).toHaveLength(8)
  })

  it('an undo in time restores everything, and its time starts with the response', async () => {
    const ids = await buildWaiting(3)
    const before = Date.now()
    const { body } = await bulk({ action: 'accept' }, ids)
    const { rows } = await db.execute<{ visible_at: string }>(sql`select distinct visible_at from effects`)
    expect(rows).toHaveLength(1)
    expect(new Date(rows[0]?.visible_at as string).toISOString()).toBe(body.undo_until)
    expect(Date.parse(body.undo_until) - before).toBeGreaterThanOrEqual(10_000)
    const release = await hold(db, sql`select 1 from tasks where id = ${ids[1]} for update`)
    const undone = undo(body.batch_id)
    // the neighbours are restored first: an effect that the line below has locked would be skipped as one under way
    await expect.poll(statuses).toEqual(['submitted', 'accepted', 'submitted'])
    await expect.poll(() => countWaiting(db)).toBe(1)
    // had the undo not held the letters, their time would be over before the last task is restored
    await passUndoTime(db)
    await release()
    expect((await undone).body).toEqual({ done: ids, refused: [] })
  })

  it('an undo races the worker: either a student is notified, or the task is restored', async () => {
    const ids = await buildWaiting(10)
    const { body } = await bulk({ action: 'accept' }, ids)
    await db.execute(sql`update effects set visible_at = now() + (id % 5) * interval '6 milliseconds'`)
    const worker = async () => {
      for (let turn = 0; turn < 10; turn += 1) await runEffects()
    }
    const [first, , second] = await Promise.all([undo(body.batch_id), worker(), undo(body.batch_id), worker()])
    await passTime()
    const back = new Set([...first.body.done, ...second.body.done])
    expect(back.size + (await notified()).length).toBe(10)
    expect(await statuses()).toEqual(ids.map((id) => (back.has(id) ? 'submitted' : 'accepted')))
  })
})

describe('a lesson without a date', () => {
  it('has no date to extend', async () => {
    const lesson = await buildLesson(db, { course_id: desk.course.id })
    const assignment = await buildAssignment(db, { lesson_id: lesson.id })
    const { id } = await buildTask(db, {
      assignment_id: assignment.id,
      students: [student.id],
      status: 'submitted',
      attempts: [{ content: '<p>Готово.</p>', hoursAgo: 2 }],
    })
    expect((await bulk({ action: 'extend', until: daysAhead(1) }, [id])).body.refused).toMatchObject([
      { id, detail: 'У этого задания нет срока: сдать его можно в любое время.' },
    ])
  })
})
