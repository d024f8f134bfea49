import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { lastVisits } from '#server/auth/auth.table.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { registrations } from '#server/registrations/registrations.table.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()

let curator: Awaited<ReturnType<typeof signedIn>>
const ids: Record<string, number> = {}
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** The names of those who are found, in the order of the list. */
const found = async (query: Record<string, string | number>) => {
  const path = `/api/users?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  const { status, body } = await call('GET', path, { token: curator.token })
  expect(status).toBe(200)
  expect(body.total).toBe(body.users.length)
  return body.users.map(({ surname }: { surname: string }) => surname)
}

beforeAll(async () => {
  curator = await signedIn({ role: 'curator', name: 'Вера', surname: 'Куратор' })
  const people: [string, Parameters<typeof buildUser>[1], number | null][] = [
    ['Алёхина', { name: 'Алёна', created_at: ago(400) }, 2],
    ['Борисов', { name: 'Пётр', created_at: ago(400) }, 45],
    ['Волков', { name: 'Семён', created_at: ago(400), password_hash: null }, null],
    ['Григорьев', { name: 'Лев', created_at: ago(3) }, null],
    ['Денисов', { name: 'Олег', created_at: ago(400), awaits_parent_at: ago(3), password_hash: null }, null],
    ['Ершов', { name: 'Иван', created_at: ago(400), active: false }, null],
    ['Жуков', { name: 'Яков', created_at: ago(400), active: false }, 300],
  ]
  for (const [surname, values, visited] of people) {
    const { id } = await buildUser(db, { surname, ...values })
    ids[surname] = id
    if (visited !== null) await db.insert(lastVisits).values({ user_id: id, at: ago(visited) })
  }
  await db.insert(registrations).values({ user_id: ids.Ершов as number })
})

describe('the list of people', () => {
  it('narrows down to each state of an account, and names it', async () => {
    expect(await found({ state: 'off' })).toEqual(['Жуков'])
    expect(await found({ state: 'awaits-curator' })).toEqual(['Ершов'])
    expect(await found({ state: 'awaits-parent' })).toEqual(['Денисов'])
    expect(await found({ state: 'no-password' })).toEqual(['Волков'])
    expect(await found({ state: 'active' })).toEqual([...['Алёхина', 'Борисов', 'Волков', 'Григорьев', 'Куратор']])
    const { body } = await call('GET', '/api/users', { token: curator.token })
    const states = Object.fromEntries(
      body.users.map((row: { surname: string; state: string }) => [row.surname, row.state]),
    )
    expect(states).toEqual({
      Алёхина: 'active',
      Борисов: 'active',
      Волков: 'no-password',
      Григорьев: 'active',
      Денисов: 'awaits-parent',
      Ершов: 'awaits-curator',
      Жуков: 'off',
      Куратор: 'active',
    })
  })

  it('has nobody wait for a curator whose data are erased soon', async () => {
    const id = ids.Ершов as number
    await db.execute(sql`update users set erase_at = now() + interval '14 days' where id = ${id}`)
    expect(await found({ state: 'awaits-curator' })).toEqual([])
    expect(await found({ state: 'off' })).toEqual(['Ершов', 'Жуков'])
    await db.execute(sql`update users set erase_at = null where id = ${id}`)
    expect(await found({ state: 'awaits-curator' })).toEqual(['Ершов'])
  })

  it('narrows down by the last visit, and counts a new account from its opening', async () => {
    expect(await found({ visit: 'never' })).toEqual(['Волков', 'Григорьев', 'Денисов', 'Ершов'])
    expect(await found({ visit: '30' })).toEqual(['Борисов', 'Волков', 'Денисов', 'Ершов', 'Жуков'])
    expect(await found({ visit: '90', state: 'active' })).toEqual(['Волков'])
    const { body } = await call('GET', '/api/users?search=Борисов', { token: curator.token })
    expect(body.users[0].visited_at).toMatch(/Z$/)
  })

  it('narrows down to the students of a class and of a course, with their classes', async () => {
    const course = await buildCourse(db, { students: [ids.Борисов as number] })
    const taken = await buildCourse(db)
    const students = [ids.Алёхина as number, ids.Волков as number]
    const cohort = await buildCohort(db, { by: { id: curator.id, role: 'curator' }, students, courses: [taken.id] })
    expect(await found({ cohort_id: cohort })).toEqual(['Алёхина', 'Волков'])
    expect(await found({ course_id: course.id })).toEqual(['Борисов'])
    expect(await found({ course_id: taken.id, state: 'no-password' })).toEqual(['Волков'])
    expect(await found({ cohort_id: cohort, course_id: course.id })).toEqual([])
    const { body } = await call('GET', `/api/users?cohort_id=${cohort}`, { token: curator.token })
    expect(body.users[0].cohorts).toEqual([{ id: cohort, name: '9 «А»' }])
  })

  it('finds names without the dots of «ё», and with typing errors when nothing is written so', async () => {
    expect(await found({ search: 'алена алехина' })).toEqual(['Алёхина'])
    expect(await found({ search: 'Григореьв' })).toEqual(['Григорьев'])
    expect(await found({ search: 'Бориссов Петр' })).toEqual(['Борисов'])
    expect(await found({ search: 'Алехена', state: 'active' })).toEqual(['Алёхина'])
    expect(await found({ search: 'Алехена', state: 'off' })).toEqual([])
    expect(await found({ search: 'Совсемнетакой' })).toEqual([])
    const students = await call('GET', '/api/users/students?search=Григореьв', { token: curator.token })
    expect(students.body.users.map(({ surname }: { surname: string }) => surname)).toEqual(['Григорьев'])
  })

  it('shows what it finds by pages, and counts all of it', async () => {
    await db.execute(sql`
      insert into users (name, surname, role, email)
      select 'Ян', 'Яковлев', 'student', 'yan' || nth || '@school.example' from generate_series(1, 40) nth`)
    const path = '/api/users?state=no-password&visit=never&search=Яковлев'
    const { body } = await call('GET', path, { token: curator.token })
    expect([body.users.length, body.pages, body.total]).toEqual([30, 2, 40])
    const next = await call('GET', `${path}&page=2`, { token: curator.token })
    expect([next.body.users.length, next.body.total]).toEqual([10, 40])
    await db.execute(sql`delete from users where surname = 'Яковлев'`)
  })

  it('refuses what it does not know', async () => {
    for (const query of ['state=asleep', 'visit=31', 'cohort_id=x', 'course_id=-1', 'role=director']) {
      expect((await call('GET', `/api/users?${query}`, { token: curator.token })).status).toBe(422)
    }
  })
})

describe('an act on many people', () => {
  const act = (act: string, user_ids: number[], token = curator.token) =>
    call('POST', '/api/users/bulk', { token, body: { act, user_ids } })

  it('invites those who have no password yet, once an hour, and says who is not invited', async () => {
    const invited = await buildUser(db, { email: 'zhdem@school.example', password_hash: null })
    const chosen = [invited.id, ids.Борисов as number, ids.Денисов as number, ids.Жуков as number, 999_999]
    const { status, body } = await act('invite', chosen)
    expect(status).toBe(200)
    expect(body.done).toEqual([invited.id])
    expect(body.refused.map(({ detail }: { detail: string }) => detail)).toEqual([
      'Пароль уже есть: приглашать не нужно.',
      'Сначала нужно согласие родителя.',
      'Учётная запись отключена.',
      'Такого человека нет.',
    ])
    const letters = await db.execute(sql`select payload from effects where kind = 'invitation-letter'`)
    expect(letters.rows).toEqual([{ payload: { user_id: invited.id } }])
    expect((await act('invite', [invited.id])).body.refused[0].detail).toContain('меньше часа назад')
  })

  it('signs people out everywhere, but not the curator who does it', async () => {
    const student = await signedIn({ role: 'student' })
    const { body } = await act('sign-out', [student.id, student.id, curator.id])
    expect([body.done, body.refused.map(({ id }: { id: number }) => id)]).toEqual([[student.id], [curator.id]])
    expect((await call('GET', '/api/auth/user', { token: student.token })).status).toBe(401)
    expect((await call('GET', '/api/auth/user', { token: curator.token })).status).toBe(200)
  })

  it('signs nobody out without a password given a moment ago, as for one person', async () => {
    const [student, other] = [await signedIn({ role: 'student' }), await signedIn({ role: 'curator' })]
    await db.execute(sql`update sessions set password_at = now() - interval '16 minutes' where user_id = ${other.id}`)
    const { status, body } = await act('sign-out', [student.id], other.token)
    expect([status, body.type]).toEqual([403, 'urn:praktika:problem:password-needed'])
    expect((await call('GET', '/api/auth/user', { token: student.token })).status).toBe(200)
  })

  it('turns accounts off, each on its own: a teacher whom courses need stays', async () => {
    const student = await signedIn({ role: 'student' })
    const teacher = await signedIn({ role: 'teacher' })
    await buildCourse(db, { teachers: [teacher.id], status: 'published' })
    const { body } = await act('turn-off', [student.id, teacher.id, ids.Жуков as number])
    expect(body.done).toEqual([student.id])
    expect(body.refused.map(({ id }: { id: number }) => id)).toEqual([teacher.id, ids.Жуков])
    expect((await call('GET', '/api/auth/user', { token: student.token })).status).toBe(401)
    expect((await call('GET', '/api/auth/user', { token: teacher.token })).status).toBe(200)
  })

  it('refuses who may not, no people, too many, and an unknown act', async () => {
    const teacher = await signedIn({ role: 'teacher' })
    expect((await act('sign-out', [ids.Борисов as number], teacher.token)).status).toBe(403)
    expect((await act('sign-out', [])).status).toBe(422)
    expect(
      (
        await act(
          'sign-out',
          Array.from({ length: 61 }, (_, place) => place + 1),
        )
      ).status,
    ).toBe(422)
    expect((await act('erase', [ids.Борисов as number])).status).toBe(422)
  })
})
