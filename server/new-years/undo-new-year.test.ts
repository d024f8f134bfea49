import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { digestOf } from '#server/new-years/new-years.repo.ts'
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

/** A course with a section and a lesson, renewed; returns the new year and the copy. */
const renewed = async () => {
  const course = await buildCourse(db, { name: 'ИЗО', teachers: [curator.id] })
  const section = await buildSection(db, course.id, 'Начало')
  await buildLesson(db, { course_id: course.id, section_id: section.id })
  const id = await applied({ courses: [{ id: course.id, act: 'renew' }] })
  const { rows } = await db.execute<{ id: number }>(sql`
    select (made->'copies'->0->>'copy_id')::int as id from new_years where id = ${id}`)
  return { id, copyId: rows[0]?.id as number }
}

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

  it('does not mind columns that a later version of the site adds to the tables of the copies', async () => {
    const { id } = await renewed()
    await db.execute(sql`alter table sections add column later integer not null default 7`)
    try {
      expect(await undo(id)).toMatchObject({ status: 200 })
    } finally {
      await db.execute(sql`alter table sections drop column later`)
    }
  })

  it('does not mind a column that a later version computes in another way', async () => {
    const add = (expression: string) =>
      db.execute(
        sql`alter table sections add column computed integer generated always as (${sql.raw(expression)}) stored`,
      )
    await add('length(name)')
    try {
      const { id } = await renewed()
      await db.execute(sql`alter table sections drop column computed`)
      await add('length(name) * 2')
      expect(await undo(id)).toMatchObject({ status: 200 })
    } finally {
      await db.execute(sql`alter table sections drop column computed`)
    }
  })

  it('is refused once a later version has removed a column of the copies, and says so', async () => {
    await db.execute(sql`alter table sections add column earlier integer not null default 7`)
    const { id } = await renewed().finally(() => db.execute(sql`alter table sections drop column earlier`))
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: 'Отменить уже нельзя: сайт с тех пор обновился, и проверить, менялись ли новые курсы, нечем.' },
    })
  })

  it('is possible for one that an earlier version has carried out', async () => {
    const { id, copyId } = await renewed()
    const digest = await db.transaction((tx) => digestOf(tx, [copyId], undefined))
    await db.execute(sql`
      update new_years set made = (made - 'columns') || jsonb_build_object('digest', ${digest}::text) where id = ${id}`)
    expect((await undo(id)).status).toBe(200)
  })
})

it('a digest of copies is the same in every time zone', async () => {
  const { copyId } = await renewed()
  const digestIn = (zone: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('timezone', ${zone}, true)`)
      return digestOf(tx, [copyId], { courses: ['id', 'created_at'], lessons: ['id', 'changed_at'] })
    })
  expect(await digestIn('Asia/Yekaterinburg')).toBe(await digestIn('UTC'))
})
