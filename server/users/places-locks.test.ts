import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { applications } from '#server/applications/applications.table.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import { buildWaiting } from '#server/registrations/registrations.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Somebody gets a place at the very moment when they lose what it needs: one of the two acts sees the other. */

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let curator: Signed
let teacher: Signed
beforeAll(async () => {
  curator = await signedIn({ role: 'curator' })
  teacher = await signedIn({ role: 'teacher' })
})

const ask = (method: 'POST' | 'PUT', path: string, body: object = {}) =>
  call(method, path, { token: curator.token, body })
const placesOf = ({ id }: Signed) => listPlacesOf(db, [id])
const none = { cohorts: [], courses: [] }
const waiting = () => countWaiting(db)

/** Makes `change` wait for the person, then `place` for the change; returns the statuses of both. */
const overtake = async (
  { id }: Signed,
  change: { role: 'teacher' | 'student' } | { active: false },
  place: () => ReturnType<typeof ask>,
) => {
  const letGo = await hold(db, sql`select 1 from users where id = ${id} for no key update`)
  const changed = ask('PUT', `/api/users/${id}`, change)
  await expect.poll(waiting).toBe(1)
  const placed = place()
  await expect.poll(waiting).toBe(2)
  await letGo()
  return [(await changed).status, (await placed).status]
}

describe('the creator of a course', () => {
  it('is its teacher only while they may be one', async () => {
    const former = await signedIn({ role: 'teacher' })
    const create = () => call('POST', '/api/courses', { token: former.token, body: { name: 'Новый' } })
    expect(await overtake(former, { role: 'student' }, create)).toEqual([200, 403])
    expect(await placesOf(former)).toEqual(none)
  })
})

describe('a newcomer who waits', () => {
  it('is locked after the class that they join and its courses, as by every other act', async () => {
    const accept = (id: number) => ask('POST', `/api/registrations/${id}/accept`)
    const switchOn = (id: number) => ask('PUT', `/api/users/${id}`, { active: true })
    for (const [act, table] of [
      [accept, 'cohorts'],
      [accept, 'courses'],
      [switchOn, 'cohorts'],
      [switchOn, 'courses'],
    ] as const) {
      const course = await buildCourse(db, { teachers: [teacher.id] })
      const cohort = await buildCohort(db, { by: { id: curator.id, role: 'curator' }, courses: [course.id] })
      const { id } = await buildWaiting(db, { cohort_id: cohort })
      const held = table === 'cohorts' ? cohort : course.id
      const letGo = await hold(db, sql`select 1 from ${sql.identifier(table)} where id = ${held} for update`)
      const done = act(id)
      await expect.poll(waiting).toBe(1)
      // fails where the person is locked
      await db.execute(sql`select 1 from users where id = ${id} for update nowait`)
      await letGo()
      await done
      expect(await listPlacesOf(db, [id])).toEqual({ cohorts: [cohort], courses: [course.id] })
    }
  })
})

describe('somebody who is switched off or gets another role', () => {
  it('is not enrolled by hand any more', async () => {
    for (const change of [{ active: false }, { role: 'teacher' }] as const) {
      const person = await signedIn()
      const course = await buildCourse(db, { teachers: [teacher.id] })
      const enrol = () => ask('PUT', `/api/courses/${course.id}/students`, { user_ids: [person.id] })
      expect(await overtake(person, change, enrol)).toEqual([200, 422])
      expect(await placesOf(person)).toEqual(none)
    }
  })

  it('is not enrolled by an application any more', async () => {
    for (const change of [{ active: false }, { role: 'teacher' }] as const) {
      const person = await signedIn()
      const course = await buildCourse(db, { teachers: [teacher.id] })
      const [made] = await db.insert(applications).values({ user_id: person.id, course_id: course.id }).returning()
      const accept = () => ask('POST', `/api/applications/${made?.id}/accept`)
      expect(await overtake(person, change, accept)).toEqual([200, 409])
      expect(await placesOf(person)).toEqual(none)
      const [kept] = await db
        .select()
        .from(applications)
        .where(eq(applications.id, made?.id as number))
      expect(kept?.status).toBe('new')
    }
  })

  it('joins and leads no class any more', async () => {
    const cohort = await buildCohort(db, { by: { id: curator.id, role: 'curator' }, courses: [] })
    const student = await signedIn()
    const join = () => ask('PUT', `/api/cohorts/${cohort}`, { student_ids: [student.id] })
    expect(await overtake(student, { role: 'teacher' }, join)).toEqual([200, 422])
    const leader = await signedIn({ role: 'teacher' })
    const lead = () => ask('PUT', `/api/cohorts/${cohort}`, { leader_ids: [leader.id] })
    expect(await overtake(leader, { active: false }, lead)).toEqual([200, 422])
    expect([await placesOf(student), await placesOf(leader)]).toEqual([none, none])
  })

  it('does not become the only teacher of a course any more', async () => {
    const leaving = await signedIn({ role: 'teacher' })
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const appoint = () => ask('PUT', `/api/courses/${course.id}/teachers`, { user_ids: [leaving.id] })
    expect(await overtake(leaving, { active: false }, appoint)).toEqual([200, 422])
    expect((await placesOf(teacher)).courses).toContain(course.id)
  })

  it('is a curator who hands over to a colleague, while both are appointed to another course', async () => {
    const successor = await signedIn({ role: 'teacher' })
    const leaving = await signedIn({ role: 'curator' })
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const letGo = await hold(db, sql`select 1 from users where id = ${leaving.id} for no key update`)
    const path = `/api/users/${leaving.id}?successor_id=${successor.id}`
    const left = call('DELETE', path, { token: curator.token })
    await expect.poll(waiting).toBe(1)
    const appointed = ask('PUT', `/api/courses/${course.id}/teachers`, { user_ids: [successor.id, leaving.id] })
    await expect.poll(waiting).toBe(2)
    await letGo()
    expect([(await left).status, (await appointed).status]).toEqual([204, 422])
  })

  it('has lost no place that was not locked: the act is refused, and can be repeated', async () => {
    const turnOff = (id: number) => call('DELETE', `/api/users/${id}`, { token: curator.token })
    const teach = (id: number) => ask('PUT', `/api/users/${id}`, { role: 'teacher' })
    for (const [act, done] of [
      [teach, 200],
      [turnOff, 204],
    ] as const) {
      const { id } = await signedIn()
      const course = await buildCourse(db, { teachers: [teacher.id] })
      const letGo = await hold(db, sql`select 1 from users where id = ${id} for no key update`)
      const refused = act(id)
      await expect.poll(waiting).toBe(1)
      await db.insert(courseStudents).values({ course_id: course.id, user_id: id })
      await letGo()
      expect((await refused).status).toBe(409)
      expect(await findUser(db, id)).toMatchObject({ role: 'student', active: true })
      expect((await act(id)).status).toBe(done)
    }
  })
})
