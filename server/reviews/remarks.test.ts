import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { attemptOf } from '#server/tasks/task-files.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const app = await testApp()
const { db } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, act, ask, save, submit, review, read, taskIn } = desk

const criteria = [
  { id: 1, name: 'Сетка', points: 5 },
  { id: 2, name: 'Шрифт', description: 'Не больше двух', points: 3 },
  { id: 3, name: 'Аккуратность' },
]
const setCriteria = (value: object[]) =>
  db.execute(sql`update assignments set criteria = ${JSON.stringify(value)}::jsonb`)

beforeEach(async () => {
  await desk.forget()
  await setCriteria([])
})

const answerRemark = (id: number, remark: number, body: object, person = student) =>
  ask(person, 'PUT', `/api/tasks/${id}/remarks/${remark}`, body)
const returned = { attempt: 2, verdict: 'returned' }

/** A task that was returned with two remarks, and their ids. */
const returnedTask = async () => {
  const { id } = await taskIn('submitted')
  const { body } = await review(id, { ...returned, remarks: [{ text: 'Поля' }, { text: 'Шрифт' }] })
  const [first, second] = body.task.attempts[1].review.remarks.map((remark: { id: number }) => remark.id)
  return { id, first, second }
}

describe('criteria', () => {
  it('keep their text and add up to the score of an accepted task', async () => {
    await setCriteria(criteria)
    const { id } = await taskIn('submitted')
    const judged = [
      { criterion_id: 1, level: 'met' },
      { criterion_id: 2, level: 'partly', note: ' Три гарнитуры ' },
      { criterion_id: 3, level: 'not' },
    ]
    const { body } = await review(id, { attempt: 2, verdict: 'accepted', criteria: judged })
    expect(body.task.score).toBe(6.5)
    await setCriteria([{ id: 1, name: 'Другое', points: 100 }])
    const task = await read(student, id)
    expect(task.attempts[1].review).toMatchObject({ score: 6.5 })
    expect(task.attempts[1].review.criteria).toEqual([
      { criterion_id: 1, name: 'Сетка', points: 5, earned: 5, level: 'met', note: '' },
      {
        criterion_id: 2,
        name: 'Шрифт',
        description: 'Не больше двух',
        points: 3,
        earned: 1.5,
        level: 'partly',
        note: 'Три гарнитуры',
      },
      { criterion_id: 3, name: 'Аккуратность', points: null, earned: null, level: 'not', note: '' },
    ])
  })

  it('add up to hundredths', async () => {
    await setCriteria([
      { id: 1, name: 'Сетка', points: 0.1 },
      { id: 2, name: 'Шрифт', points: 0.2 },
    ])
    const { id } = await taskIn('submitted')
    const judged = [1, 2].map((criterion_id) => ({ criterion_id, level: 'met' }))
    expect((await review(id, { attempt: 2, verdict: 'accepted', criteria: judged })).body.task.score).toBe(0.3)
  })

  it('give no more points than they have', async () => {
    await setCriteria(criteria)
    const { id } = await taskIn('submitted')
    const refused = await review(id, { attempt: 2, verdict: 'accepted', score: 8.5 })
    expect([refused.status, refused.body.errors]).toEqual([422, { score: ['Не больше 8: столько дают все критерии.'] }])
    expect(await read(teacher, id)).toMatchObject({ status: { slug: 'submitted' }, score: null })
    expect((await review(id, { attempt: 2, verdict: 'accepted', score: 8 })).body.task.score).toBe(8)
  })

  it('give no score to a returned task, and do not override an explicit one', async () => {
    await setCriteria(criteria)
    const judged = [{ criterion_id: 1, level: 'met' }]
    const first = await taskIn('submitted')
    expect((await review(first.id, { ...returned, comment: 'Ещё', criteria: judged })).body.task.score).toBeNull()
    await desk.forget()
    const second = await taskIn('submitted')
    const { body } = await review(second.id, { attempt: 2, verdict: 'accepted', score: 4, criteria: judged })
    expect(body.task.score).toBe(4)
    await desk.forget()
    const third = await taskIn('submitted')
    const without = [{ criterion_id: 3, level: 'met' }]
    const plain = await review(third.id, { attempt: 2, verdict: 'accepted', criteria: without })
    expect(plain.body.task.score).toBeNull()
  })

  it.each([
    [[{ criterion_id: 9, level: 'met' }]],
    [
      [
        { criterion_id: 1, level: 'met' },
        { criterion_id: 1, level: 'not' },
      ],
    ],
    [[{ criterion_id: 1, level: 'great' }]],
  ])('refuse %j', async (judged) => {
    await setCriteria(criteria)
    const { id } = await taskIn('submitted')
    expect((await review(id, { attempt: 2, verdict: 'accepted', criteria: judged })).status).toBe(422)
    expect((await read(teacher, id)).status.slug).toBe('submitted')
  })

  it('judged by other points than they have by now are refused', async () => {
    await setCriteria(criteria)
    const { id } = await taskIn('submitted')
    const accept = (judged: object[]) => review(id, { attempt: 2, verdict: 'accepted', criteria: judged })
    for (const judged of [
      { criterion_id: 1, level: 'met', points: 50 },
      { criterion_id: 1, level: 'met', points: null },
      { criterion_id: 3, level: 'met', points: 1 },
    ]) {
      const { status, body } = await accept([judged])
      expect([status, body.type]).toEqual([409, 'urn:praktika:problem:criteria-behind'])
    }
    expect((await read(teacher, id)).status.slug).toBe('submitted')
    const current = [
      { criterion_id: 1, level: 'met', points: 5 },
      { criterion_id: 2, level: 'met' },
      { criterion_id: 3, level: 'met', points: null },
    ]
    expect((await accept(current)).body.task.score).toBe(8)
  })
})

describe('remarks', () => {
  it('continue over attempts: the student answers, the next verdict ticks them off or leaves them', async () => {
    const { id, first, second } = await returnedTask()
    expect((await answerRemark(id, first, { fixed: true })).body.task.attempts[1].review.remarks).toMatchObject([
      { id: first, fixed: true, done: false },
      { id: second, fixed: false },
    ])
    await answerRemark(id, second, { fixed: true, answer: ' Так задумано ' })
    await submit(id)
    expect((await answerRemark(id, first, { fixed: false })).status).toBe(409)
    const { body } = await review(id, {
      attempt: 3,
      verdict: 'returned',
      remarks: [{ id: first, text: 'Поля', done: true }, { id: second, text: 'Шрифт' }, { text: 'Подписи' }],
    })
    expect(body.task.attempts[2].review.remarks).toMatchObject([
      { id: first, text: 'Поля', done: true, attempt: 2, fixed: true },
      { id: second, done: false, attempt: 2, fixed: false, answer: 'Так задумано' },
      { text: 'Подписи', done: false, attempt: 3, fixed: false, answer: '' },
    ])
    const gone = await answerRemark(id, first, { fixed: true })
    expect([gone.status, gone.body.detail]).toEqual([409, 'Это замечание уже снято. Обновите страницу.'])
    expect((await answerRemark(id, second, { fixed: true })).status).toBe(200)
  })

  it('are answered also while the next attempt is taken back', async () => {
    const { id, first } = await returnedTask()
    await submit(id)
    await ask(student, 'POST', `/api/tasks/${id}/withdraw`)
    expect((await answerRemark(id, first, { fixed: true })).status).toBe(200)
  })

  it('stay open when a returning verdict leaves them out', async () => {
    const { id, first, second } = await returnedTask()
    await answerRemark(id, first, { fixed: true })
    await submit(id)
    const { status, body } = await review(id, { attempt: 3, verdict: 'returned' })
    expect(status).toBe(200)
    expect(body.task.attempts[2].review.remarks).toMatchObject([
      { id: first, fixed: false, done: false },
      { id: second, done: false },
    ])
    await ask(teacher, 'DELETE', `/api/tasks/${id}/review`)
    expect((await read(teacher, id)).attempts[1].review.remarks).toMatchObject([{ fixed: true }, { fixed: false }])
  })

  it('belong to their task', async () => {
    const { id, first } = await returnedTask()
    await submit(id)
    const other = await buildTask(db, {
      assignment_id: desk.assignment.id,
      students: [(await buildUser(db)).id],
      status: 'submitted',
      attempts: [{ content: '<p>Чужая</p>', hoursAgo: 1 }],
    })
    const remarks = [{ id: first, text: 'Поля' }]
    for (const [task, attempt, list] of [
      [other.id, 1, remarks],
      [id, 3, [{ id: 2_000_000_000, text: 'Поля' }]],
      [id, 3, [...remarks, ...remarks]],
    ] as const) {
      const { status, body } = await review(task, { attempt, verdict: 'returned', remarks: list })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['remarks']])
    }
    expect((await answerRemark(id, 2_000_000_000, { fixed: true })).status).toBe(404)
    expect((await answerRemark(id, first, { fixed: true }, teacher)).status).toBe(403)
    expect((await answerRemark(id, first, { fixed: 'да' })).status).toBe(422)
  })

  it('point at a place of the attempt', async () => {
    const { id } = await taskIn('submitted')
    const { rows } = await db.execute<{ id: number }>(sql`select id from attempts order by number`)
    const [mine, older, foreign] = [
      await addFile(db, student.id),
      await addFile(db, student.id),
      await addFile(db, teacher.id),
    ]
    await replaceUses(db, attemptOf(rows[0] as { id: number }), [{ file_id: older.id, position: 0 }])
    await replaceUses(db, attemptOf(rows[1] as { id: number }), [{ file_id: mine.id, position: 0 }])
    for (const file_id of [older.id, foreign.id, 'a'.repeat(32)]) {
      const remarks = [{ text: 'Тут', anchor: { kind: 'image', file_id, x: 0.5, y: 0.5 } }]
      expect((await review(id, { ...returned, remarks })).status).toBe(422)
    }
    for (const anchor of [
      { kind: 'image', file_id: mine.id, x: 1.5, y: 0 },
      { kind: 'pdf', file_id: mine.id, page: 0 },
      { kind: 'text', start: 5, end: 5, quote: 'а' },
      { kind: 'moon' },
    ]) {
      expect((await review(id, { ...returned, remarks: [{ text: 'Тут', anchor }] })).status).toBe(422)
    }
    const anchors = [
      { kind: 'image', file_id: mine.id, x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
      { kind: 'pdf', file_id: mine.id, page: 2 },
      { kind: 'video', file_id: mine.id, seconds: 12.5 },
      { kind: 'text', start: 0, end: 6, quote: 'Вторая' },
    ]
    const { body } = await review(id, { ...returned, remarks: anchors.map((anchor) => ({ text: 'Тут', anchor })) })
    const kept = body.task.attempts[1].review.remarks
    expect(kept.map(({ anchor }: { anchor: object }) => anchor)).toEqual(anchors)
    // the next attempt may lack the file: the remark keeps its place
    await save(id, '<p>Без файла</p>', 1)
    await submit(id)
    const next = await review(id, { attempt: 3, verdict: 'returned', remarks: [{ id: kept[0].id, text: 'Тут' }] })
    expect(next.body.task.attempts[2].review.remarks).toMatchObject([{ attempt: 2, anchor: anchors[0] }])
  })
})

describe('many at once', () => {
  it('a student’s answers and the next verdict lose nothing', async () => {
    const { id, first, second } = await returnedTask()
    const responses = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => answerRemark(id, first, { answer: `Ответ ${index}` })),
      ...Array.from({ length: 3 }, () => answerRemark(id, second, { fixed: true })),
      submit(id),
      review(id, { attempt: 2, verdict: 'accepted' }, colleague),
    ])
    expect(responses.at(-2)?.status).toBe(200)
    expect(responses.at(-1)?.status).toBe(409)
    const kept = responses.slice(0, 6).filter(({ status }) => status === 200).length
    const [one, two] = (await read(teacher, id)).attempts[1].review.remarks
    expect(one.answer === '').toBe(kept === 0)
    expect(two.fixed).toBe(responses.slice(6, 9).some(({ status }) => status === 200))
  })

  it('no verdict is given on an attempt that is not the latest, however hand-ins and verdicts overlap', async () => {
    for (let round = 0; round < 6; round += 1) {
      await desk.forget()
      const { id } = await taskIn('returned')
      const key = crypto.randomUUID()
      const responses = await Promise.all([
        submit(id, key),
        review(id, { attempt: 2, verdict: 'accepted' }),
        review(id, { attempt: 3, verdict: 'accepted' }, colleague),
        act(colleague, id, 'reopen', { reason: 'Ещё раз' }),
        submit(id, key),
        review(id, { attempt: 2, verdict: 'returned', comment: 'Нет' }),
        act(student, id, 'withdraw'),
        submit(id, key),
      ])
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
      const { rows } = await db.execute<{ ok: boolean }>(sql`
        select bool_and(attempts.number = (
          select max(number) from attempts as others where others.task_id = attempts.task_id
          and others.submitted_at <= reviews.created_at and (others.withdrawn_at is null or others.withdrawn_at > reviews.created_at)
        )) as ok
        from reviews join attempts on attempts.id = reviews.attempt_id
        where reviews.created_at > now() - interval '1 minute'`)
      expect(rows[0]?.ok ?? true).toBe(true)
      const { rows: counted } = await db.execute<{ count: number }>(sql`select count(*)::int as count from attempts`)
      expect(counted[0]?.count).toBeLessThanOrEqual(3)
    }
  })
})
