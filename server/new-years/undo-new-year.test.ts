import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const by = { id: curator.id, role: 'curator' } as const

const ask = (method: 'POST' | 'PUT', path: string, body?: unknown) =>
  call(method, path, { token: curator.token, ...(body === undefined ? {} : { body }) })
const applied = async (plan: object) => {
  const { body } = await ask('POST', '/api/new-years', { shift_days: 364, cohorts: [], courses: [], ...plan })
  const { id } = body.new_year
  expect((await ask('POST', `/api/new-years/${id}/apply`)).status).toBe(200)
  return id as number
}
const undo = (id: number) => ask('POST', `/api/new-years/${id}/undo`)

describe('undoing a new year', () => {
  it('leaves somebody a former student of a course that their class has left meanwhile', async () => {
    const student = await buildUser(db)
    const [left, kept] = [await buildCourse(db), await buildCourse(db)]
    const courses = [left.id, kept.id]
    const cohort = await buildCohort(db, { by, name: '11А', students: [student.id], courses })
    const id = await applied({ leaver_ids: [student.id] })
    expect((await ask('PUT', `/api/cohorts/${cohort}`, { course_ids: [kept.id] })).status).toBe(200)
    expect((await undo(id)).status).toBe(200)
    const { rows } = await db.execute(sql`select course_id from course_leavers where user_id = ${student.id}`)
    expect(rows).toEqual([{ course_id: left.id }])
  })
})
