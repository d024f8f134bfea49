import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { deleteOldOrders } from '#server/journal/change-orders.repo.ts'
import { changeOrders } from '#server/journal/change-orders.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses', 'periods', 'change_orders'))

const school = [{ kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-25' }]
let pages = 0

/** The changes that a page sends of one value of a journal, in the order in which it makes them. */
const build = async () => {
  const [teacher, curator, anna] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn(),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const criteria = [{ id: 1, name: 'Сетка', points: 10 }]
  const assignment = await buildAssignment(db, { lesson_id: lesson.id, criteria })
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    call(method, path, { token: curator.token, ...(body === undefined ? {} : { body }) })
  const periods = await ask('PUT', '/api/settings/periods', { periods: school })
  const period_id = periods.body.periods[0].id as number
  const path = `/api/courses/${course.id}/journal`
  const columnBody = { name: 'Ответ', held_on: '2026-09-14', max_score: 5 }
  const column = (await ask('POST', `${path}/columns`, columnBody)).body.column.id as number
  const task = (await ask('PUT', `/api/lessons/${lesson.id}/task`, { student_id: anna.id })).body.task.id as number
  pages += 1
  const page = String(pages).padStart(32, '0')
  const put = (path: string, body: object) => (number: number) => ask('PUT', path, { ...body, order: { page, number } })
  const set = (cell: object) =>
    put(`${path}/cells`, { cells: [{ assignment_id: column, student_id: anna.id, ...cell }] })
  const journal = async () => (await ask('GET', path)).body.journal
  const cellNow = async (id: number) =>
    (await journal()).rows[0].cells.find((cell: { assignment_id: number }) => cell.assignment_id === id)
  const setTotal = (score: number | null, expected: number | null) =>
    put(`${path}/totals`, { totals: [{ period_id, student_id: anna.id, score, expected }] })
  const setWeight = (weight: number) =>
    put(`/api/courses/${course.id}/weights`, { weights: [{ assignment_id: column, weight }] })
  const lock = (locked: boolean) => put(`${path}/periods/${period_id}/lock`, { locked })
  const setScore = (score: number | null, expected: number | null) =>
    put(`/api/tasks/${task}/score`, { score, expected })
  return {
    score: {
      change: set({ score: 4, expected: null }),
      next: [set({ score: 5, expected: null }), set({ score: 5, expected: 4 })],
      withdraw: [set({ score: null, expected: null }), set({ score: null, expected: 4 })],
      refused: set({ score: 6, expected: null }),
      now: async () => (await cellNow(column)).score as number | null,
      values: [null, 4, 5],
    },
    'score of a task': {
      change: setScore(4, null),
      next: [setScore(5, null), setScore(5, 4)],
      withdraw: [setScore(null, null), setScore(null, 4)],
      now: async () => (await cellNow(assignment.id)).score as number | null,
      values: [null, 4, 5],
    },
    comment: {
      change: set({ comment: 'А', expected_comment: '' }),
      next: [set({ comment: 'Б', expected_comment: '' }), set({ comment: 'Б', expected_comment: 'А' })],
      withdraw: [set({ comment: '', expected_comment: '' }), set({ comment: '', expected_comment: 'А' })],
      now: async () => (await cellNow(column)).comment as string,
      values: ['', 'А', 'Б'],
    },
    absence: {
      change: set({ absent: true }),
      next: [set({ absent: false })],
      withdraw: [set({ absent: false })],
      now: async () => (await cellNow(column)).absent as boolean,
      values: [false, true, false],
    },
    total: {
      change: setTotal(80, null),
      next: [setTotal(90, null), setTotal(90, 80)],
      withdraw: [setTotal(null, null), setTotal(null, 80)],
      refused: put(`${path}/totals`, { totals: [{ period_id: period_id + 1, student_id: anna.id, score: 90 }] }),
      now: async () => (await journal()).rows[0].totals[0].score as number | null,
      values: [null, 80, 90],
    },
    weight: {
      change: setWeight(2),
      next: [setWeight(3)],
      withdraw: [setWeight(1)],
      now: async () => {
        const { assignments } = await journal()
        return assignments.find(({ id }: { id: number }) => id === column).weight as number
      },
      values: [1, 2, 3],
    },
    period: {
      change: lock(true),
      next: [lock(false)],
      withdraw: [lock(false)],
      now: async () => (await journal()).periods[0].locked as boolean,
      values: [false, true, false],
    },
  }
}

const kinds = ['score', 'score of a task', 'comment', 'absence', 'total', 'weight', 'period'] as const

/** As the page does: it expects the value before its own lost change, and then the one that this has set. */
const sendOnOwn = async (sends: ((number: number) => Promise<{ status: number }>)[], from: number) => {
  for (const [index, send] of sends.entries()) {
    const { status } = await send(from + index)
    if (status === 200) return
    expect(status).toBe(409)
  }
  throw new Error('refused')
}

describe.each(kinds)('the %s of a journal', (kind) => {
  it('is the next one when a lost change was done before it', async () => {
    const { change, next, now, values } = (await build())[kind]
    await change(1)
    await sendOnOwn(next, 2)
    expect(await now()).toBe(values[2])
  })

  it('stays the next one when a lost change arrives after it', async () => {
    const { change, next, now, values } = (await build())[kind]
    await sendOnOwn(next, 2)
    expect((await change(1)).status).toBe(409)
    expect(await now()).toBe(values[2])
  })

  it('stays withdrawn when a lost change arrives after that', async () => {
    const { change, withdraw, now, values } = (await build())[kind]
    await sendOnOwn(withdraw, 2)
    expect((await change(1)).status).toBe(409)
    expect(await now()).toBe(values[0])
  })

  it('stays withdrawn when a lost change arrives after it was repeated and taken back', async () => {
    const { change, withdraw, now, values } = (await build())[kind]
    expect((await change(2)).status).toBe(200)
    await sendOnOwn(withdraw, 3)
    expect((await change(1)).status).toBe(409)
    expect(await now()).toBe(values[0])
  })

  it('is changed by a repeat that the browser makes by itself, and by later changes', async () => {
    const { change, withdraw, now, values } = (await build())[kind]
    expect((await change(1)).status).toBe(200)
    expect((await change(1)).status).toBe(200)
    await sendOnOwn(withdraw, 2)
    expect((await change(5)).status).toBe(200)
    expect(await now()).toBe(values[1])
  })
})

it.each(['score', 'total'] as const)(
  'leaves a %s out that arrives after a later one that was refused',
  async (kind) => {
    const { change, refused, now, values } = (await build())[kind]
    const { status, body } = await refused(2)
    expect(status).toBe(422)
    // the same again, which the browser has made by itself
    expect(await refused(2)).toMatchObject({ status, body: { detail: body.detail } })
    expect((await change(1)).status).toBe(409)
    expect(await now()).toBe(values[0])
    expect((await change(3)).status).toBe(200)
    expect(await now()).toBe(values[1])
  },
)

it('forgets a page a day after its last change', async () => {
  const { score } = await build()
  await score.change(1)
  const count = async () => (await db.select().from(changeOrders)).length
  await deleteOldOrders(db)
  expect(await count()).toBe(1)
  await db.update(changeOrders).set({ changed_at: sql`now() - interval '25 hours'` })
  await deleteOldOrders(db)
  expect(await count()).toBe(0)
})
