import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db } = app
const desk = await taskDesk(app)
const { student, teacher, curator, otherTeacher, stranger, act, taskIn, read } = desk

beforeEach(desk.forget)

const states = Object.keys(taskStatuses) as TaskStatus[]
const accepted = { attempt: 2, verdict: 'accepted', score: 9 }
const returned = { attempt: 2, verdict: 'returned', comment: 'Поправьте сетку' }

/** The actor of each move, its input, the states that allow it, and the resulting state. */
const moves = {
  'save a draft': {
    by: student,
    path: 'draft',
    body: { content: '<p>Ещё.</p>', revision: 1 },
    from: ['draft', 'returned'],
  },
  submit: { by: student, path: 'submit', from: ['draft', 'returned'], to: 'submitted' },
  withdraw: { by: student, path: 'withdraw', from: ['submitted'], to: 'draft' },
  accept: { by: teacher, path: 'review', body: accepted, from: ['submitted'], to: 'accepted' },
  return: { by: teacher, path: 'review', body: returned, from: ['submitted'], to: 'returned' },
  'accept as a curator': { by: curator, path: 'review', body: accepted, from: ['submitted'], to: 'accepted' },
  reopen: { by: teacher, path: 'reopen', body: { reason: 'Ошибся' }, from: ['accepted', 'returned'], to: 'submitted' },
  excuse: {
    by: curator,
    path: 'excuse',
    body: { reason: 'Болезнь' },
    from: ['draft', 'submitted', 'returned', 'accepted'],
    to: 'excused',
  },
} as const

/** Every row that a move could change. */
const everything = async () => {
  const tables = ['tasks', 'attempts', 'reviews', 'thread_entries', 'submit_keys', 'effects', 'notifications']
  const rows = await Promise.all(
    tables.map((table) => db.execute(sql`select * from ${sql.identifier(table)} order by 1`)),
  )
  return rows.map((result) => result.rows)
}

const cases = Object.entries(moves).flatMap(([move, rule]) =>
  states.map((state) => ({ move, state, ...rule, allowed: (rule.from as readonly string[]).includes(state) })),
)

describe('every move from every state', () => {
  it.each(cases)('$move, $state', async ({ by, path, state, allowed, ...rest }) => {
    const task = await taskIn(state)
    const before = await everything()
    const body = 'body' in rest ? rest.body : undefined
    const response = await act(by, task.id, path, body, { 'idempotency-key': 'key' })
    if (!allowed) {
      expect([response.status, response.body.type]).toEqual([409, 'urn:praktika:problem:wrong-state'])
      expect(response.body.detail).toContain(`«${taskStatuses[state].name}»`)
      expect(await everything()).toEqual(before)
      return
    }
    const to = ('to' in rest ? rest.to : state) as TaskStatus
    expect(response.status).toBe(200)
    expect(response.body.task.status).toEqual(taskStatuses[to])
    expect((await read(by, task.id)).status).toEqual(taskStatuses[to])
  })
})

describe('the wrong person', () => {
  it.each([
    ['submitted', 'review', accepted],
    ['returned', 'reopen', { reason: 'Ошибка' }],
    ['submitted', 'excuse', { reason: 'Болезнь' }],
    ['submitted', 'lease', {}],
    ['submitted', 'withdraw', undefined],
    ['returned', 'draft', { content: '<p>Чужое</p>', revision: 1 }],
    ['returned', 'submit', undefined],
    ['submitted', 'like', undefined],
    ['submitted', 'comments', { text: 'Чужое' }],
  ] as const)('of another course changes nothing: %s, %s', async (state, path, body) => {
    const task = await taskIn(state)
    const before = await everything()
    for (const person of [stranger, otherTeacher]) {
      expect((await act(person, task.id, path, body, { 'idempotency-key': 'key' })).status).toBe(404)
    }
    const own = ['withdraw', 'draft', 'submit'].includes(path)
    for (const person of own ? [teacher, curator] : path === 'comments' ? [] : [student]) {
      expect((await act(person, task.id, path, body, { 'idempotency-key': 'key' })).status).toBe(403)
    }
    if (path === 'excuse') expect((await act(teacher, task.id, path, body)).status).toBe(403)
    expect(await everything()).toEqual(before)
  })

  it('gets 404 for a task of a deleted course', async () => {
    const task = await taskIn('submitted')
    await db.execute(sql`update courses set deleted_at = now() where id = ${desk.course.id}`)
    for (const person of [student, teacher, curator]) {
      expect((await desk.ask(person, 'GET', `/api/tasks/${task.id}`)).status).toBe(404)
      expect((await desk.ask(person, 'GET', '/api/tasks')).body.total).toBe(0)
    }
    await db.execute(sql`update courses set deleted_at = null`)
    expect((await read(student, task.id)).attempts).toHaveLength(2)
  })
})

describe('a curator', () => {
  it('cannot excuse themselves from a task they wrote as a student', async () => {
    const task = await taskIn('submitted')
    await db.execute(sql`update users set role = 'curator' where id = ${student.id}`)
    try {
      expect((await act(student, task.id, 'excuse', { reason: 'Себе' })).status).toBe(403)
    } finally {
      await db.execute(sql`update users set role = 'student' where id = ${student.id}`)
    }
    expect((await act(curator, task.id, 'excuse', { reason: 'Болел' })).status).toBe(200)
  })
})

describe('after leaving the course', () => {
  it('a student reads what they wrote and cannot change it, and the staff can still accept it', async () => {
    const others = await desk.ask(curator, 'PUT', `/api/courses/${desk.course.id}/students`, {
      user_ids: [stranger.id],
    })
    expect(others.status).toBe(200)
    try {
      const submitted = await taskIn('submitted')
      expect((await read(student, submitted.id)).attempts).toHaveLength(2)
      expect((await act(student, submitted.id, 'withdraw')).status).toBe(409)
      const comment = await act(student, submitted.id, 'comments', { text: 'Почему?' })
      expect([comment.status, comment.body.detail]).toEqual([409, expect.stringContaining('больше не на этом курсе')])
      expect((await act(teacher, submitted.id, 'comments', { text: 'Удачи!' })).status).toBe(201)
      expect((await desk.review(submitted.id, returned)).status).toBe(409)
      expect((await desk.review(submitted.id, accepted)).status).toBe(200)
      expect((await desk.save(submitted.id, '<p>x</p>', 1)).status).toBe(409)
      expect((await desk.submit(submitted.id)).status).toBe(409)
    } finally {
      await desk.ask(curator, 'PUT', `/api/courses/${desk.course.id}/students`, { user_ids: [student.id] })
    }
  })
})

describe('in an archived course', () => {
  it('a student reads, and the staff still review', async () => {
    const draft = await taskIn('draft')
    await db.execute(sql`update courses set status = 'archived' where id = ${desk.course.id}`)
    try {
      expect((await read(student, draft.id)).draft.content).toBe('<p>Пишу дальше.</p>')
      expect((await desk.save(draft.id, '<p>x</p>', 1)).status).toBe(409)
      expect((await desk.submit(draft.id)).status).toBe(409)
      expect((await act(student, draft.id, 'comments', { text: 'Почему?' })).status).toBe(409)
      expect((await desk.ask(student, 'PUT', `/api/lessons/${desk.lesson.id}/task`)).body.task.id).toBe(draft.id)
      await desk.forget()
      expect((await desk.ask(student, 'PUT', `/api/lessons/${desk.lesson.id}/task`)).status).toBe(409)
      const submitted = await taskIn('submitted')
      expect((await act(student, submitted.id, 'withdraw')).status).toBe(409)
      expect((await desk.review(submitted.id, accepted)).status).toBe(200)
    } finally {
      await db.execute(sql`update courses set status = 'published' where id = ${desk.course.id}`)
    }
  })
})
