import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CohortStudent } from '#contract/cohorts/cohorts.schema.ts'
import { dayMs } from '#contract/durations.ts'
import type { Progress } from '#contract/progress/progress.schema.ts'
import { lastVisits } from '#server/auth/auth.table.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { firstMonday } from '#server/progress/load-progress.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
beforeEach(() => empty(db, 'courses', 'cohorts'))

const past = '2026-01-01T00:00:00.000Z'
const soon = new Date(Date.now() + 2 * dayMs).toISOString()

/**
 * A class of three that takes «Вёрстка» with four assignments, three of them due. Anna has two accepted, Boris one
 * returned and one waiting, Vera was absent from one and excused from another.
 */
const build = async () => {
  const [teacher, anna, boris, vera] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ name: 'Анна' }),
    signedIn({ name: 'Борис' }),
    signedIn({ name: 'Вера' }),
  ])
  const course = await buildCourse(db, { name: 'Вёрстка', teachers: [teacher.id] })
  const ask = async (due_at: string | null, lesson: object = {}) =>
    buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id: course.id, ...lesson })).id, due_at })
  const [poster, bill, book] = [await ask(past), await ask(past), await ask(past)]
  await ask(soon)
  await ask(past, { status: 'draft' })
  await ask(past, { deleted_at: past })
  const cohortId = await buildCohort(db, {
    by: { id: curator.id, role: 'curator' },
    name: '9 «Б»',
    students: [anna.id, boris.id, vera.id],
    courses: [course.id],
  })
  const judged = (verdict: 'accepted' | 'returned', waited: number) => ({
    status: verdict,
    attempts: [
      {
        content: '<p>Готово.</p>',
        hoursAgo: waited + 1,
        review: { user_id: teacher.id, hoursAgo: 1, verdict, comment: 'Так.' },
      },
    ],
  })
  await buildTask(db, { assignment_id: poster.id, students: [anna.id], ...judged('accepted', 2) })
  await buildTask(db, { assignment_id: bill.id, students: [anna.id], ...judged('accepted', 4) })
  await buildTask(db, { assignment_id: poster.id, students: [boris.id], ...judged('returned', 9) })
  await buildTask(db, {
    assignment_id: bill.id,
    students: [boris.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 30 }],
  })
  await buildTask(db, { assignment_id: bill.id, students: [vera.id], status: 'excused' })
  const cells = [{ assignment_id: poster.id, student_id: vera.id, absent: true }]
  await call('PUT', `/api/courses/${course.id}/journal/cells`, { token: teacher.token, body: { cells } })
  const load = async (query = ''): Promise<Progress> =>
    (await call('GET', `/api/progress${query}`, { token: curator.token })).body.progress
  return { teacher, anna, boris, vera, course, cohortId, poster, bill, book, load }
}

describe('progress', () => {
  it('adds up what is done, overdue and waiting by courses', async () => {
    const { load, course } = await build()
    await buildCourse(db, { name: 'Пустой' })
    await buildCourse(db, { name: 'Черновик', status: 'draft' })
    const { courses } = await load()
    expect(courses).toEqual([
      {
        id: course.id,
        name: 'Вёрстка',
        students: 3,
        asked: 11,
        accepted: 2,
        // Anna's book, the poster that Boris got back and his book, Vera's book
        overdue: 4,
        behind: 3,
        waiting: 1,
        waiting_since: expect.stringMatching(/^\d{4}-.*Z$/),
        verdicts: 3,
        usual_wait: 4 * 3600,
      },
      expect.objectContaining({ name: 'Пустой', students: 0, asked: 0, overdue: 0, usual_wait: null }),
    ])
  })

  it('says of a class what its own screen says', async () => {
    const { load, cohortId, anna, boris, poster, book } = await build()
    const own = async (): Promise<CohortStudent[]> =>
      (await call('GET', `/api/cohorts/${cohortId}/progress`, { token: curator.token })).body.progress.students
    const compare = async () => {
      const students = await own()
      const cells = students.flatMap((student) => student.cells)
      const sum = (count: (cell: (typeof cells)[number]) => number) =>
        cells.reduce((total, cell) => total + count(cell), 0)
      const [shown] = (await load()).cohorts
      expect(shown).toEqual({
        id: cohortId,
        name: '9 «Б»',
        students: 3,
        asked: sum(({ total }) => total),
        accepted: sum(({ accepted }) => accepted),
        overdue: sum(({ overdue }) => overdue),
        behind: students.filter((student) => student.behind).length,
      })
      return shown
    }
    await compare()
    // more time, a mark without a hand-in, an absence beside a task, a visit long ago
    await db
      .update(tasks)
      .set({ extended_until: soon })
      .where(sql`assignment_id = ${poster.id} and status = 'returned'`)
    await buildTask(db, { assignment_id: book.id, students: [boris.id] })
    await db.update(tasks).set({ score: 3 }).where(sql`assignment_id = ${book.id}`)
    await call('PUT', `/api/courses/${(await load()).courses[0]?.id}/journal/cells`, {
      token: curator.token,
      body: {
        cells: [
          { assignment_id: poster.id, student_id: boris.id, absent: true },
          { assignment_id: book.id, student_id: anna.id, absent: true },
        ],
      },
    })
    expect(await compare()).toMatchObject({ overdue: 1, behind: 1 })
    const at = new Date(Date.now() - 8 * dayMs).toISOString()
    await db
      .insert(lastVisits)
      .values({ user_id: anna.id, at })
      .onConflictDoUpdate({ target: lastVisits.user_id, set: { at } })
    expect(await compare()).toMatchObject({ behind: 2 })
  })

  it('leaves out who has left, accounts that are off, and classes that have ended', async () => {
    const { load, boris, cohortId } = await build()
    expect((await call('DELETE', `/api/users/${boris.id}`, { token: curator.token })).status).toBe(204)
    const { courses, cohorts } = await load()
    expect(courses[0]).toMatchObject({ students: 2, overdue: 2 })
    expect(cohorts[0]).toMatchObject({ students: 2, overdue: 2 })
    await db.execute(sql`update cohorts set ends_on = '2026-01-01' where id = ${cohortId}`)
    expect((await load()).cohorts).toEqual([])
  })

  it('counts what happened in each of the last weeks, this one included', async () => {
    const { load } = await build()
    const [short, long] = [await load('?weeks=4'), await load('?weeks=52')]
    expect(short.weeks).toHaveLength(4)
    expect(long.weeks).toHaveLength(52)
    expect((await load()).weeks).toHaveLength(12)
    expect(long.weeks.slice(-4)).toEqual(short.weeks)
    const total = (key: 'submitted' | 'verdicts') => short.weeks.reduce((sum, week) => sum + week[key], 0)
    expect([total('submitted'), total('verdicts')]).toEqual([4, 3])
    expect(Math.max(...short.weeks.map(({ active }) => active))).toBeGreaterThan(0)
    expect(short.weeks[0]).toMatchObject({ active: 0, submitted: 0, verdicts: 0, usual_wait: null })
    expect((await call('GET', '/api/progress?weeks=9999', { token: curator.token })).status).toBe(422)
  })

  it('is exported part by part', async () => {
    await build()
    const read = (query: string) => call('GET', `/api/progress/export?${query}`, { token: curator.token })
    const courses = await read('part=courses&format=csv&time_zone=Europe/Moscow')
    expect(courses.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, row] = String(courses.body).split('\r\n')
    expect(head).toContain('"Курс";"Студентов";"Задано";"Принято";"Просрочено";"Отстают";"Ждут проверки"')
    expect(row).toMatch(/^"Вёрстка";3;11;2;4;3;1;"\d\d\.\d\d\.\d{4} \d\d:\d\d";3;4$/)
    expect(String((await read('part=cohorts&format=csv')).body)).toContain('"9 «Б»";3;11;2;4;3')
    expect(
      String((await read('part=weeks&format=csv&weeks=4')).body)
        .trim()
        .split('\r\n'),
    ).toHaveLength(5)
    const xlsx = await read('part=weeks&format=xlsx')
    expect(xlsx.status).toBe(200)
    expect(String(xlsx.headers['content-disposition'])).toContain(encodeURIComponent('Ход учёбы — Активность'))
    expect((await read('part=people&format=csv')).status).toBe(422)
  })

  it('begins its weeks on Mondays', () => {
    expect(firstMonday('2026-11-25', 1)).toBe('2026-11-23')
    expect(firstMonday('2026-11-23', 1)).toBe('2026-11-23')
    expect(firstMonday('2026-11-29', 4)).toBe('2026-11-02')
    expect(firstMonday('2027-01-01', 52)).toBe('2026-01-05')
  })
})
