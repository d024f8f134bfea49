import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { problemType } from '#contract/http/problem.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses', 'periods'))

const school = [
  { kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-25' },
  { kind: 'term', name: '2 четверть', from: '2026-11-05', to: '2026-12-28' },
  { kind: 'year', name: '2026/27', from: '2026-09-01', to: '2027-05-31' },
]

type Person = Awaited<ReturnType<typeof signedIn>>

const build = async () => {
  const [teacher, curator, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn(),
    signedIn(),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id, boris.id] })
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, { token }: Person = teacher) =>
    call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const made = await ask('PUT', '/api/settings/periods', { periods: school }, curator)
  const [first, second, year] = (made.body.periods as { id: number }[]).map(({ id }) => id) as [number, number, number]
  const path = `/api/courses/${course.id}/journal`
  const addColumn = async (held_on: string) =>
    (await ask('POST', `${path}/columns`, { name: 'Ответ', held_on, max_score: 5 })).body.column.id as number
  const columns = [await addColumn('2026-09-14'), await addColumn('2026-11-20')] as const
  const journalOf = async (person = teacher) => (await ask('GET', path, undefined, person)).body.journal
  return {
    teacher,
    curator,
    anna,
    boris,
    course,
    ask,
    first,
    second,
    year,
    columns,
    journalOf,
    setCells: (...cells: object[]) => ask('PUT', `${path}/cells`, { cells }),
    setTotals: (totals: object[], person = teacher) => ask('PUT', `${path}/totals`, { totals }, person),
    lock: (period: number, locked: boolean, person = curator) =>
      ask('PUT', `${path}/periods/${period}/lock`, { locked }, person),
    totalsOf: async (student: Person, person = teacher) => {
      const { rows } = await journalOf(person)
      return rows.find((row: { student: { id: number } }) => row.student.id === student.id)?.totals
    },
  }
}

describe('totals of a journal', () => {
  it('are proposed by the rule, set by the teacher, and seen by their student', async () => {
    const { anna, boris, first, second, year, columns, setCells, setTotals, totalsOf, journalOf } = await build()
    await setCells(
      { assignment_id: columns[0], student_id: anna.id, score: 4 },
      { assignment_id: columns[1], student_id: anna.id, score: 5 },
      { assignment_id: columns[1], student_id: boris.id, absent: true },
    )
    expect((await journalOf()).periods).toMatchObject([
      { id: first, name: '1 четверть', locked: false },
      { id: second },
      { id: year },
    ])
    const proposed = { score: null, basis: null }
    expect(await totalsOf(anna)).toEqual([
      { period_id: first, proposed: 80, ...proposed },
      { period_id: second, proposed: 100, ...proposed },
      { period_id: year, proposed: 90, ...proposed },
    ])
    expect((await totalsOf(boris)).map(({ proposed }: { proposed: number | null }) => proposed)).toEqual([
      null,
      null,
      null,
    ])
    const set = await setTotals([{ period_id: first, student_id: anna.id, score: 60, expected: null }])
    expect([set.status, set.body.totals]).toEqual([
      200,
      [{ period_id: first, student_id: anna.id, score: 60, proposed: 80, basis: 80 }],
    ])
    // the year follows what was set
    expect((await totalsOf(anna, anna))[2]).toMatchObject({ period_id: year, proposed: 80 })
    await setCells({ assignment_id: columns[0], student_id: anna.id, score: 5 })
    expect((await totalsOf(anna))[0]).toEqual({ period_id: first, score: 60, proposed: 100, basis: 80 })
    await setTotals([{ period_id: first, student_id: anna.id, score: null }])
    expect((await totalsOf(anna))[0]).toEqual({ period_id: first, score: null, proposed: 100, basis: null })
  })

  it('are set all or none, and not over the change of somebody else', async () => {
    const { anna, boris, first, setTotals, journalOf } = await build()
    await setTotals([{ period_id: first, student_id: anna.id, score: 80 }])
    const before = await journalOf()
    expect((await setTotals([{ period_id: first, student_id: anna.id, score: 80, expected: null }])).status).toBe(200)
    const refused = await setTotals([
      { period_id: first, student_id: boris.id, score: 50, expected: null },
      { period_id: first, student_id: anna.id, score: 90, expected: null },
    ])
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([409, ['totals.1.score']])
    expect(refused.body.totals).toMatchObject([{ student_id: anna.id, score: 80 }])
    const wrong = [
      [{ period_id: first, student_id: anna.id, score: 101 }],
      [{ period_id: 999_999, student_id: anna.id, score: 1 }],
      [{ period_id: first, student_id: 999_999, score: 1 }],
      [
        { period_id: first, student_id: anna.id, score: 1 },
        { period_id: first, student_id: anna.id, score: 2 },
      ],
    ]
    for (const totals of wrong) expect((await setTotals(totals)).status).toBe(422)
    expect(await journalOf()).toEqual(before)
  })

  it('and cells of a closed period stay as they are until a curator opens it', async () => {
    const { teacher, curator, anna, boris, course, first, second, year, ...journal } = await build()
    const { columns, ask, setCells, setTotals, lock, journalOf } = journal
    await setCells({ assignment_id: columns[0], student_id: anna.id, score: 4 })
    expect((await lock(first, true, teacher)).status).toBe(403)
    const closed = await lock(first, true)
    expect([closed.status, closed.body.journal.periods[0]]).toMatchObject([200, { id: first, locked: true }])
    // what was proposed is kept as the total
    expect(closed.body.journal.rows.flatMap(({ totals }: { totals: object[] }) => totals[0])).toContainEqual({
      period_id: first,
      score: 80,
      proposed: 80,
      basis: 80,
    })
    const before = await journalOf()
    const refusals = [
      await setTotals([{ period_id: first, student_id: boris.id, score: 50 }]),
      await setCells(
        { assignment_id: columns[1], student_id: anna.id, score: 5 },
        { assignment_id: columns[0], student_id: boris.id, score: 5 },
      ),
      await ask('PUT', `/api/courses/${course.id}/weights`, { weights: [{ assignment_id: columns[0], weight: 3 }] }),
      await ask('POST', `/api/courses/${course.id}/journal/columns`, { name: 'Ещё', held_on: '2026-09-20' }),
      await ask('PUT', `/api/journal/columns/${columns[1]}`, { held_on: '2026-09-20' }),
      await ask('DELETE', `/api/journal/columns/${columns[0]}`),
    ]
    for (const { status, body } of refusals) {
      expect([status, body.detail]).toEqual([409, expect.stringContaining('Период «1 четверть» в этом журнале закрыт')])
    }
    expect(await journalOf()).toEqual(before)
    const [late, open] = columns
    const { body } = await setCells(
      { assignment_id: open, student_id: anna.id, score: 5 },
      { assignment_id: late, student_id: boris.id, score: 5, absent: false },
      { assignment_id: late, student_id: anna.id, comment: 'Болела' },
    )
    // so what the others are may be sent without them
    const closedReason = ['период «1 четверть» закрыт']
    expect(body.errors).toEqual({ 'cells.1.score': closedReason, 'cells.2.comment': closedReason })
    const totals = [second, first].map((period_id) => ({ period_id, student_id: boris.id, score: 50 }))
    expect((await setTotals(totals)).body.errors).toEqual({ 'totals.1.score': closedReason })
    expect((await setTotals(totals.slice(0, 1))).status).toBe(200)
    expect((await setCells({ assignment_id: columns[1], student_id: anna.id, score: 5 })).status).toBe(200)
    expect((await lock(first, false)).status).toBe(200)
    expect((await setCells({ assignment_id: columns[0], student_id: boris.id, score: 5 })).status).toBe(200)
    expect((await lock(year, true)).status).toBe(200)
    expect((await setCells({ assignment_id: columns[0], student_id: boris.id, score: 4 })).status).toBe(409)
    expect((await lock(999_999, true)).status).toBe(404)
    const { entries } = (await ask('GET', '/api/audit', undefined, curator)).body
    const kinds = entries.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind.startsWith('period-'))).toEqual([
      'period-closed',
      'period-opened',
      'period-closed',
    ])
    expect(entries.find(({ kind }: { kind: string }) => kind === 'totals')).toMatchObject({
      after: { period: { name: expect.any(String) } },
    })
  })

  it('of a closed period are kept, whatever happens to its tasks after that', async () => {
    const { teacher, curator, anna, boris, course, first, second, ask, lock, totalsOf, journalOf } = await build()
    const lesson = await buildLesson(db, { course_id: course.id })
    const criteria = [{ id: 1, name: 'Сетка', points: 10 }]
    const due_at = '2026-10-01T12:00:00.000Z'
    const assignment = await buildAssignment(db, { lesson_id: lesson.id, criteria, due_at })
    const attempts = [{ content: '<p>Готово.</p>', hoursAgo: 2 }]
    const [late, excused] = await Promise.all(
      [anna, boris].map(({ id }) =>
        buildTask(db, { assignment_id: assignment.id, students: [id], status: 'submitted', attempts }),
      ),
    )
    expect((await lock(first, true)).status).toBe(200)
    const { locked_by, locked_at } = (await journalOf()).periods[0]
    expect([locked_by.id, locked_at]).toEqual([curator.id, expect.any(String)])
    const verdict = { attempt: 1, verdict: 'accepted', score: 9 }
    expect((await ask('POST', `/api/tasks/${late?.id}/review`, verdict)).status).toBe(200)
    expect((await ask('PUT', `/api/tasks/${late?.id}/score`, { score: 7 })).status).toBe(409)
    expect((await ask('POST', `/api/tasks/${excused?.id}/excuse`, { reason: 'Болел' }, curator)).status).toBe(200)
    // the task has its verdict, and the total stays: «по оценкам теперь 90 %»
    const unset = { score: null, basis: null }
    expect(await totalsOf(anna)).toMatchObject([
      { period_id: first, ...unset, proposed: 90 },
      { period_id: second, ...unset, proposed: null },
      // nor does the year count what its closed term does not have
      { ...unset, proposed: null },
    ])
    // what is due in an open period by now counts there, and takes nothing from the closed one
    const moved = { assignment: { text: '', criteria, due_at: '2026-11-20T12:00:00.000Z' } }
    expect((await ask('PUT', `/api/lessons/${lesson.id}`, moved, teacher)).status).toBe(200)
    expect(await totalsOf(anna)).toMatchObject([{ ...unset }, { ...unset, proposed: 90 }, { ...unset, proposed: 90 }])
  })

  it('and weights of a closed period stay, also when a lesson is saved; another weight is in the journal of changes', async () => {
    const { course, curator, first, ask, lock } = await build()
    const lesson = await buildLesson(db, { course_id: course.id })
    const text = '<p>Сделайте</p>'
    const save = (assignment: object) =>
      ask('PUT', `/api/lessons/${lesson.id}`, { assignment: { text, ...assignment } })
    const weights = async () =>
      (await ask('GET', '/api/audit?kind=weights', undefined, curator)).body.entries.map(
        ({ before, after }: { before: { weights: object }; after: { weights: object } }) => [
          before.weights,
          after.weights,
        ],
      )
    await save({ due_at: '2026-09-20T09:00:00.000Z', weight: 2 })
    expect((await save({ weight: 3 })).status).toBe(200)
    const side = (weight: number) => [expect.objectContaining({ weight })]
    const changed = [[side(2), side(3)]]
    expect(await weights()).toEqual(changed)
    await lock(first, true)
    const { status, body } = await save({ due_at: '2026-11-20T09:00:00.000Z', weight: 1 })
    expect([status, body.detail]).toEqual([409, expect.stringContaining('Период «1 четверть» в этом журнале закрыт')])
    expect((await save({ weight: 3 })).status).toBe(200)
    expect((await save({ due_at: '2026-11-20T09:00:00.000Z' })).status).toBe(200)
    expect(await weights()).toEqual(changed)
  })
})

describe('periods of the school', () => {
  it('are changed as a whole by curators, and one with totals is neither removed nor moved while it is closed', async () => {
    const { curator, anna, first, second, year, ask, setTotals, lock } = await build()
    const put = (periods: object[]) => ask('PUT', '/api/settings/periods', { periods }, curator)
    // not a conflict: nobody has saved another version
    const inState = { status: 409, type: problemType('wrong-state') }
    const [one, two, all] = school.map((period, index) => ({ ...period, id: [first, second, year][index] }))
    const renamed = await put([{ ...one, name: 'Первая' }, two as object, all as object])
    expect(renamed.body.periods).toMatchObject([{ id: first, name: 'Первая' }, { id: second }, { id: year }])
    await setTotals([{ period_id: first, student_id: anna.id, score: 80 }])
    expect((await put([two as object, all as object])).body).toMatchObject(inState)
    expect((await put([{ ...one, to: '2026-10-24' }, two as object])).status).toBe(200)
    await lock(first, true)
    expect((await put([{ ...one, to: '2026-10-20' }])).body).toMatchObject(inState)
    expect((await put([{ ...one, id: 999_999 }])).status).toBe(422)
    expect((await put([one as object, { ...two, from: one?.to }])).status).toBe(422)
    const { periods } = (await ask('GET', '/api/settings/periods')).body
    expect(periods.map(({ id }: { id: number }) => id)).toEqual([first, second])
  })

  it('are not moved while somebody closes one at the same moment', async () => {
    const { curator, course, first, second, year, ask } = await build()
    const [one, two, all] = school.map((period, index) => ({ ...period, id: [first, second, year][index] }))
    const letGo = await hold(
      db,
      sql`insert into period_locks (course_id, period_id, user_id, locked_at)
        values (${course.id}, ${second}, ${curator.id}, now())`,
    )
    const moved = { periods: [one, { ...two, to: '2026-12-20' }, all] }
    const changing = ask('PUT', '/api/settings/periods', moved, curator)
    await expect.poll(() => countWaiting(db)).toBe(1)
    await letGo()
    expect((await changing).status).toBe(409)
  })

  it('are not changed by somebody who has not seen what a colleague saved', async () => {
    const { curator, first, second, year, ask } = await build()
    const put = (body: object) => ask('PUT', '/api/settings/periods', body, curator)
    const seen = (await ask('GET', '/api/settings/periods')).body.periods
    const [one, two, all] = school.map((period, index) => ({ ...period, id: [first, second, year][index] }))
    const renamed = { periods: [{ ...one, name: 'Первая' }, two, all], expected: seen }
    const { periods } = (await put(renamed)).body
    const late = await put({ periods: [one, { ...two, name: 'Вторая' }, all], expected: seen })
    expect(late.body).toMatchObject({ status: 409, type: problemType('conflict') })
    expect((await ask('GET', '/api/settings/periods')).body).toEqual({ periods })
    expect((await put({ periods: [one, two, all], expected: periods })).status).toBe(200)
  })
})

describe('an export of a journal', () => {
  it('is of one class and one period, with number and e-mail for curators alone', async () => {
    const { teacher, curator, anna, boris, course, columns, second, setCells, ask } = await build()
    await buildCohort(db, { by: curator.user, name: '7 «Б»', students: [anna.id] })
    const other = await buildCohort(db, { by: curator.user, name: '8 «В»', students: [boris.id] })
    await db.update(users).set({ own_number: '=17' }).where(eq(users.id, boris.id))
    await setCells(
      { assignment_id: columns[0], student_id: boris.id, score: 2 },
      { assignment_id: columns[1], student_id: boris.id, score: 5 },
    )
    const path = `/api/courses/${course.id}/journal`
    const { cohorts } = (await ask('GET', `${path}/cohorts`)).body
    expect(cohorts).toEqual([
      { id: expect.any(Number), name: '7 «Б»', student_ids: [anna.id] },
      { id: other, name: '8 «В»', student_ids: [boris.id] },
    ])

    const linesFor = async (person: Person, query: string) =>
      String((await ask('GET', `${path}/export?format=csv&${query}`, undefined, person)).body).split('\r\n')
    const query = `cohort_id=${other}&period_id=${second}`
    const [head, row, end] = await linesFor(curator, query)
    expect(head).toContain('"Студент";"Класс";"Номер";"Почта";"Среднее, %";"Ответ: состояние"')
    expect(head).toContain('"2 четверть: итог";"2 четверть: по оценкам, %"')
    expect(head).not.toContain('1 четверть')
    expect(row).toContain(`"8 «В»";"'=17";"${boris.user.email}";70;`)
    expect(row).toMatch(/;5;[^;]*;[^;]*;100$/)
    expect(end).toBe('')
    expect((await linesFor(teacher, query))[0]).not.toContain('Почта')
    expect(await linesFor(teacher, '')).toHaveLength(4)
    for (const unknown of ['period_id=999999', 'cohort_id=999999'])
      expect((await ask('GET', `${path}/export?format=csv&${unknown}`)).status).toBe(422)
  })
})
