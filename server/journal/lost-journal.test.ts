import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses', 'periods'))

const build = async () => {
  const [teacher, curator, student] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn(),
  ])
  const { id } = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: id })
  await buildAssignment(db, { lesson_id: lesson.id })
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, { token } = teacher) =>
    call(method, path, { token, ...(body && { body }) })
  const periods = [{ kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-25' }]
  const school = await ask('PUT', '/api/settings/periods', { periods }, curator)
  const ofCourse = `/api/courses/${id}`
  const day = { name: 'Ответ', held_on: '2026-09-14' }
  const added = await ask('POST', `${ofCourse}/journal/columns`, day)
  const begun = await ask('PUT', `/api/lessons/${lesson.id}/task`, { student_id: student.id })
  return {
    teacher,
    curator,
    student,
    id,
    ofCourse,
    ask,
    period: school.body.periods[0].id as number,
    column: added.body.column.id as number,
    task: begun.body.task.id as number,
    journal: async () => (await ask('GET', `${ofCourse}/journal`, undefined, curator)).body.journal,
  }
}
type Now = Awaited<ReturnType<typeof build>>

/** What changes of the cells, the weights and the totals of a course wait for. */
const ofPeriods = ({ id }: Now) => sql`select pg_advisory_xact_lock(hashtextextended('periods:' || ${id}::int, 0))`
const ofCourse = ({ id }: Now) => sql`select 1 from courses where id = ${id} for no key update`
const ofTask = ({ task }: Now) => sql`select 1 from tasks where id = ${task} for no key update`

type Act = (now: Now) => [string, object]

const setCells: Act = ({ ofCourse, column, student }) => [
  `${ofCourse}/journal/cells`,
  { cells: [{ assignment_id: column, student_id: student.id, score: 5 }] },
]
const setWeights: Act = ({ ofCourse, column }) => [
  `${ofCourse}/weights`,
  { weights: [{ assignment_id: column, weight: 3 }] },
]
const setTotals: Act = ({ ofCourse, period, student }) => [
  `${ofCourse}/journal/totals`,
  { totals: [{ period_id: period, student_id: student.id, score: 5 }] },
]
const setScore: Act = ({ task }) => [`/api/tasks/${task}/score`, { score: 5 }]

const acts: [string, string, Act, (now: Now) => SQL][] = [
  ['marks', 'its periods', setCells, ofPeriods],
  ['marks', 'the course', setCells, ofCourse],
  ['weights', 'its periods', setWeights, ofPeriods],
  ['weights', 'the course', setWeights, ofCourse],
  ['totals', 'its periods', setTotals, ofPeriods],
  ['totals', 'the course', setTotals, ofCourse],
  ['score', 'its periods', setScore, ofPeriods],
  ['score', 'the task', setScore, ofTask],
]

describe('a journal', () => {
  it.each(acts)('takes no %s of a teacher who lost the course while they waited for %s', async (_, __, act, lock) => {
    const now = await build()
    const before = await now.journal()
    const letGo = await hold(db, lock(now))
    const response = now.ask('PUT', ...act(now))
    await expect.poll(() => countWaiting(db)).toBe(1)
    await db.execute(sql`delete from course_teachers where course_id = ${now.id}`)
    await letGo()
    expect((await response).status).toBe(404)
    expect(await now.journal()).toEqual(before)
  })

  it('closes no period once the course is deleted', async () => {
    const now = await build()
    const before = await now.journal()
    const letGo = await hold(db, ofPeriods(now))
    const path = `${now.ofCourse}/journal/periods/${now.period}/lock`
    const response = now.ask('PUT', path, { locked: true }, now.curator)
    await expect.poll(() => countWaiting(db)).toBe(1)
    await db.execute(sql`update courses set deleted_at = now() where id = ${now.id}`)
    await letGo()
    expect((await response).status).toBe(404)
    await db.execute(sql`update courses set deleted_at = null where id = ${now.id}`)
    expect(await now.journal()).toEqual(before)
  })

  it('takes the marks of two teachers of a course side by side', async () => {
    const now = await build()
    const letGo = await hold(db, sql`select 1 from courses where id = ${now.id} for share`)
    expect((await now.ask('PUT', ...setCells(now))).status).toBe(200)
    await letGo()
  })
})
