import { desc, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '#server/audit/audit.table.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'

const app = await testApp()
const { db, call, signedIn } = app
const curator = await signedIn({ role: 'curator' })
const by = { id: curator.id, role: 'curator' } as const

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  call(method, path, { token: curator.token, ...(body === undefined ? {} : { body }) })
const change = ({ id }: { id: number }, fields: object) => ask('PUT', `/api/users/${id}`, fields)
const ids = (people: { id: number }[]) => people.map(({ id }) => id)
const courseOf = async ({ id }: { id: number }) => (await ask('GET', `/api/courses/${id}`)).body.course
const cohortOf = async (id: number) => (await ask('GET', `/api/cohorts/${id}`)).body.cohort

/** What the last act has written, without the entry of the person. */
const written = async (count: number) =>
  (await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(count))
    .map(({ kind, object_id, before, after, actor_id }) => ({ kind, of: Number(object_id), before, after, actor_id }))
    .toReversed()

let teacher: Awaited<ReturnType<typeof signedIn>>
let colleague: Awaited<ReturnType<typeof signedIn>>
let student: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  ;[teacher, colleague, student] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn(),
  ])
})

describe('a teacher who becomes a student', () => {
  it('teaches no course and leads no class any more', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id, colleague.id], announced: true })
    const draft = await buildCourse(db, { teachers: [teacher.id], status: 'draft' })
    const cohort = await buildCohort(db, { by, leaders: [teacher.id, colleague.id] })
    expect((await change(teacher, { role: 'student' })).status).toBe(200)
    const entries = await written(4)
    expect(entries.map(({ kind, of, before, actor_id }) => ({ kind, of, before, actor_id }))).toEqual([
      { kind: 'course-teachers', of: course.id, before: { teachers: [teacher.id] }, actor_id: curator.id },
      { kind: 'course-teachers', of: draft.id, before: { teachers: [teacher.id] }, actor_id: curator.id },
      { kind: 'cohort-changed', of: cohort, before: { teachers: [teacher.id] }, actor_id: curator.id },
      { kind: 'user-role', of: teacher.id, before: { role: 'teacher' }, actor_id: curator.id },
    ])
    expect(ids((await courseOf(course)).teachers)).toEqual([colleague.id])
    expect(ids((await cohortOf(cohort)).leaders)).toEqual([colleague.id])
    expect(ids((await call('GET', `/api/programs/${course.id}`)).body.program.teachers)).toEqual([colleague.id])
    expect((await change(teacher, { role: 'teacher' })).status).toBe(200)
    expect((await call('GET', `/api/courses/${course.id}`, { token: teacher.token })).status).toBe(404)
  })

  it('leaves to the successor what nobody else teaches', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id] })
    expect((await change(teacher, { role: 'student' })).status).toBe(409)
    expect(ids((await courseOf(course)).teachers)).toEqual([teacher.id])
    expect((await change(teacher, { role: 'student', successor_id: colleague.id })).status).toBe(200)
    expect(ids((await courseOf(course)).teachers)).toEqual([colleague.id])
  })

  it('stays where the role is sent but does not change', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
    const cohort = await buildCohort(db, { by, leaders: [teacher.id], students: [student.id] })
    await change(teacher, { role: 'teacher', headline: 'Педагог' })
    await change(student, { role: 'student', headline: 'Ученица' })
    expect([ids((await courseOf(course)).teachers), (await courseOf(course)).student_count]).toEqual([[teacher.id], 1])
    const { leaders, students } = await cohortOf(cohort)
    expect([ids(leaders), ids(students)]).toEqual([[teacher.id], [student.id]])
  })

  it('waits for a parent, being a child', async () => {
    const child = await buildUser(db, { role: 'teacher', birth_date: '2018-05-05' })
    expect((await change(child, { role: 'student' })).status).toBe(200)
    expect((await findUser(db, child.id))?.awaits_parent_at).not.toBeNull()
  })
})

describe('a new account', () => {
  it('waits for a parent only where it is a child’s, who learns', async () => {
    const create = async (role: string) => {
      const form = { name: 'Олег', surname: 'Ким', email: `${role}@new.example`, role, birth_date: '2018-05-05' }
      return (await ask('POST', '/api/users', form)).body.user.awaits_parent_at
    }
    expect([await create('teacher'), await create('curator')]).toEqual([null, null])
    expect(await create('student')).not.toBeNull()
  })
})

describe('a student who joins the staff', () => {
  it('leaves courses and classes, and stays in the journals', async () => {
    const withClass = await buildCourse(db, { teachers: [colleague.id] })
    const byHand = await buildCourse(db, { teachers: [colleague.id], students: [student.id] })
    const cohort = await buildCohort(db, { by, students: [student.id], courses: [withClass.id] })
    expect((await change(student, { role: 'teacher' })).status).toBe(200)
    expect((await written(4)).map(({ kind, of, before }) => ({ kind, of, before }))).toEqual([
      { kind: 'course-students', of: withClass.id, before: { students: [student.id] } },
      { kind: 'course-students', of: byHand.id, before: { students: [student.id] } },
      { kind: 'cohort-changed', of: cohort, before: { students: [student.id] } },
      { kind: 'user-role', of: student.id, before: { role: 'student' } },
    ])
    expect((await cohortOf(cohort)).students).toEqual([])
    for (const course of [withClass, byHand]) {
      expect((await courseOf(course)).student_count).toBe(0)
      const { rows } = (await ask('GET', `/api/courses/${course.id}/journal`)).body.journal
      expect(rows).toMatchObject([{ student: { id: student.id }, left_at: expect.any(String) }])
    }
  })

  it('does so by a file of people, too, until that is undone', async () => {
    const { send, apply, undo } = importer(app, curator)
    const course = await buildCourse(db, { students: [student.id] })
    const cohort = await buildCohort(db, { by, students: [student.id] })
    const counts = async () => [(await courseOf(course)).student_count, (await cohortOf(cohort)).students.length]
    const { id } = (await send(`Почта;Роль\n${student.user.email};учитель\n`)).body.import
    expect(await counts()).toEqual([1, 1])
    expect((await apply(id)).status).toBe(200)
    expect(await counts()).toEqual([0, 0])
    expect((await undo(id)).status).toBe(200)
    expect(await counts()).toEqual([1, 1])
  })

  it('waits for no parent any more, and is invited', async () => {
    const child = await buildUser(db, {
      birth_date: '2018-05-05',
      awaits_parent_at: new Date().toISOString(),
      password_hash: null,
    })
    await db.delete(effects)
    expect((await change(child, { role: 'teacher' })).status).toBe(200)
    expect((await findUser(db, child.id))?.awaits_parent_at).toBeNull()
    const sent = await db
      .select()
      .from(effects)
      .where(inArray(effects.kind, ['invitation-letter', 'child-account-letter']))
    expect(sent.map(({ kind, payload }) => ({ kind, payload }))).toEqual([
      { kind: 'invitation-letter', payload: { user_id: child.id } },
    ])
  })
})
