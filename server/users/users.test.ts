import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters, readLink } from '#server/testing/letters.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
interface Row {
  id: number
  email?: string
  courses?: { id: number; name: string }[]
}
let curator: Signed
let teacher: Signed
let student: Signed

beforeAll(async () => {
  curator = await signedIn({ role: 'curator', name: 'Вера', surname: 'Куратор', email: 'vera@school.example' })
  teacher = await signedIn({ role: 'teacher', name: 'Ольга', surname: 'Белая' })
  student = await signedIn({ name: 'Пётр', surname: 'Лосев' })
})

const ask = (person: Signed | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { ...(person ? { token: person.token } : {}), ...(body === undefined ? {} : { body }) })
const idsOf = ({ body }: Awaited<ReturnType<typeof call>>) => body.users.map(({ id }: Row) => id)

describe('GET /api/users', () => {
  const list = (query = '') => ask(curator, 'GET', `/api/users${query}`)

  it('shows curators everybody, by surname, with what they manage', async () => {
    const off = await buildUser(db, { surname: 'Аааа', active: false })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['page', 'pages', 'total', 'users'])
    expect(body.users[0]).toEqual({
      id: off.id,
      name: 'Мария',
      surname: 'Аааа',
      email: off.email,
      email_confirmed: true,
      role: { slug: 'student', name: 'Студент' },
      avatar: null,
      active: false,
      login: null,
      patronymic: '',
      own_number: '',
      birth_date: null,
      awaits_parent_at: null,
      created_at: expect.stringMatching(/Z$/),
      state: 'off',
      visited_at: null,
      cohorts: [],
    })
    expect(body.users.map(({ surname }: { surname: string }) => surname)).toEqual(['Аааа', 'Белая', 'Куратор', 'Лосев'])
    await db.execute(sql`delete from users where id = ${off.id}`)
  })

  it('filters by role and searches by name and address, with characters taken literally', async () => {
    expect(idsOf(await list('?role=teacher'))).toEqual([teacher.id])
    expect(idsOf(await list(`?search=${encodeURIComponent('лосев пёт')}`))).toEqual([student.id])
    expect(idsOf(await list('?search=VERA@school'))).toEqual([curator.id])
    for (const search of ['Петр', 'ПЁТР', 'пе\u0308тр']) {
      expect([search, idsOf(await list(`?search=${encodeURIComponent(search)}`))]).toEqual([search, [student.id]])
    }
    for (const search of ['%', '_', '\\', "'", '%25']) {
      expect([search, (await list(`?search=${encodeURIComponent(search)}`)).body.total]).toEqual([search, 0])
    }
    expect((await list('?search=%00')).body.total).toBe(3)
    expect((await list('?search=')).body.total).toBe(3)
    for (const query of [
      'role=admin',
      'page=0',
      'page=abc',
      'page=1e1',
      'search=a&search=b',
      `search=${'x'.repeat(201)}`,
    ]) {
      expect([query, (await list(`?${query}`)).status]).toEqual([query, 422])
    }
  })

  it('has pages, and past the end there is nobody', async () => {
    for (let i = 0; i < 31; i++) await buildUser(db, { surname: 'Толпа' })
    const query = `search=${encodeURIComponent('Толпа')}`
    const [first, second, third] = [
      await list(`?${query}`),
      await list(`?${query}&page=2`),
      await list(`?${query}&page=3`),
    ]
    expect(first.body).toMatchObject({ page: 1, pages: 2, total: 31 })
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(31)
    expect(third.body).toMatchObject({ users: [], page: 3, pages: 2, total: 31 })
    await db.execute(sql`delete from users where surname = 'Толпа'`)
  })

  it('is closed to others', async () => {
    expect((await ask(teacher, 'GET', '/api/users')).status).toBe(403)
    expect((await ask(null, 'GET', '/api/users')).status).toBe(401)
  })
})

describe('GET /api/users/students', () => {
  let course: { id: number }
  let foreign: { id: number }
  let stranger: Signed
  const list = (person: Signed, query = '') => ask(person, 'GET', `/api/users/students${query}`)

  beforeAll(async () => {
    stranger = await signedIn({ surname: 'Яшин', email: 'yashin@school.example' })
    const off = await buildUser(db, { active: false, email: 'off@school.example' })
    course = await buildCourse(db, { name: 'Свой', teachers: [teacher.id], students: [student.id, off.id] })
    foreign = await buildCourse(db, { name: 'Чужой', students: [student.id, stranger.id] })
    const deleted = { deleted_at: new Date().toISOString() }
    await buildCourse(db, { teachers: [teacher.id], students: [stranger.id], ...deleted })
  })

  it('shows a teacher the students of their own courses, without addresses and other people’s courses', async () => {
    const { status, body } = await list(teacher)
    expect(status).toBe(200)
    expect(body).toEqual({
      users: [
        {
          id: student.id,
          name: 'Пётр',
          surname: 'Лосев',
          role: { slug: 'student', name: 'Студент' },
          avatar: null,
          courses: [{ id: course.id, name: 'Свой' }],
        },
      ],
      page: 1,
      pages: 1,
      total: 1,
    })
    expect(idsOf(await list(teacher, `?course_id=${course.id}`))).toEqual([student.id])
    expect(idsOf(await list(teacher, `?search=${encodeURIComponent('лос')}`))).toEqual([student.id])
  })

  it('does not reveal to a teacher who takes other courses, nor any part of an address', async () => {
    expect(idsOf(await list(teacher, `?course_id=${foreign.id}`))).toEqual([])
    expect(idsOf(await list(teacher, `?course_id=${foreign.id}&email=yashin@school.example`))).toEqual([])
    expect(idsOf(await list(teacher, '?search=school.example'))).toEqual([])
  })

  it('finds any student of the school by the exact address', async () => {
    const { body } = await list(teacher, '?email=YASHIN@school.example')
    expect(body.users).toMatchObject([{ id: stranger.id, surname: 'Яшин', courses: [] }])
    expect(body.users[0]).not.toHaveProperty('email')
    for (const email of ['yashin@school.exampl', 'off@school.example', 'vera@school.example']) {
      expect([email, (await list(teacher, `?email=${email}`)).body.users]).toEqual([email, []])
    }
    expect((await list(teacher, '?email=yashin')).status).toBe(422)
  })

  it('shows curators all, with addresses', async () => {
    const { body } = await list(curator)
    expect(body.users.map(({ id, courses }: Row) => [id, courses?.length])).toEqual([
      [student.id, 2],
      [stranger.id, 1],
    ])
    expect(body.users[1].email).toBe('yashin@school.example')
    expect(idsOf(await list(curator, `?course_id=${foreign.id}`))).toEqual([student.id, stranger.id])
    expect(idsOf(await list(curator, '?search=yashin@'))).toEqual([stranger.id])
  })

  it('shows curators who takes no course yet, the newest first, and teachers nothing new', async () => {
    const [early, late] = [await signedIn({ surname: 'Абрамов' }), await signedIn({ surname: 'Яковлев' })]
    const { body } = await list(curator, '?without_course=true')
    expect(body.users.map(({ id }: Row) => id).slice(0, 2)).toEqual([late.id, early.id])
    expect(body.users.map(({ id }: Row) => id)).not.toContain(stranger.id)
    expect(idsOf(await list(teacher, '?without_course=true'))).toEqual([])
    // whether somebody takes a course elsewhere is not revealed
    for (const email of [stranger.user.email, late.user.email]) {
      expect((await list(teacher, `?without_course=true&email=${email}`)).body.total).toBe(1)
    }
  })

  it('reveals addresses and logins by no search to curators of courses alone', async () => {
    const limited = await signedIn({ role: 'curator', rights: ['courses'] })
    expect(idsOf(await list(limited, `?search=${encodeURIComponent('яшин')}`))).toEqual([stranger.id])
    for (const search of ['yashin@school.example', 'yash', 'school']) {
      expect([search, idsOf(await list(limited, `?search=${search}`))]).toEqual([search, []])
    }
    expect(idsOf(await list(limited, '?email=yashin@school.example'))).toEqual([stranger.id])
    await db.execute(sql`delete from users where id = ${limited.id}`)
  })

  it('shows somebody who is about to be erased to curators of people alone', async () => {
    const leaving = await buildUser(db, { surname: 'Уходов', erase_at: new Date().toISOString() })
    await db.insert(courseStudents).values({ course_id: course.id, user_id: leaving.id })
    expect(idsOf(await list(teacher))).toEqual([student.id])
    expect(idsOf(await list(teacher, `?email=${leaving.email}`))).toEqual([])
    expect(idsOf(await list(curator, `?search=${encodeURIComponent('Уходов')}`))).toEqual([leaving.id])
    await db.execute(sql`delete from users where id = ${leaving.id}`)
  })

  it('is closed to students', async () => {
    expect((await list(student)).status).toBe(403)
  })
})

describe('GET /api/users/{id}', () => {
  it('shows everybody the profile, and the address only to its owner and to curators', async () => {
    const person = await signedIn({ about: 'Рисую буквы' })
    const open = await buildProject(db, { authors: [person.id] })
    const draft = await buildProject(db, { authors: [person.id], status: 'draft' })
    const seenBy = async (viewer: Signed | null) => (await ask(viewer, 'GET', `/api/users/${person.id}`)).body.user
    for (const viewer of [null, student, teacher]) {
      const user = await seenBy(viewer)
      expect(Object.keys(user).sort()).toEqual(
        'about avatar finished_courses id links name occupation projects role surname'.split(' '),
      )
      expect(user.projects.map(({ id }: Row) => id)).toEqual([open.id])
    }
    for (const viewer of [person, curator]) {
      const user = await seenBy(viewer)
      expect(user.email).toBe(person.user.email)
      expect(user.projects.map(({ id }: Row) => id).sort()).toEqual([open.id, draft.id].sort())
    }
  })

  it('hides a deactivated account from all but curators', async () => {
    const off = await buildUser(db, { active: false })
    for (const viewer of [null, student, teacher]) {
      expect((await ask(viewer, 'GET', `/api/users/${off.id}`)).status).toBe(404)
    }
    expect((await ask(curator, 'GET', `/api/users/${off.id}`)).body.user.active).toBe(false)
  })
})

describe('PUT /api/users/{id}', () => {
  it('changes the user’s own profile, but neither role, address nor state', async () => {
    const person = await signedIn()
    const { status, body } = await ask(person, 'PUT', `/api/users/${person.id}`, {
      name: ' Анна \n Мария ',
      about: ' Привет ',
      role: 'curator',
      email: 'new@school.example',
      active: false,
      password_hash: 'x',
      id: 1,
      unknown: true,
    })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      id: person.id,
      name: 'Анна Мария',
      surname: 'Орлова',
      about: 'Привет',
      email: person.user.email,
      role: { slug: 'student' },
    })
    expect(
      (await call('POST', '/api/auth/login', { body: { email: person.user.email, password: demoPassword } })).status,
    ).toBe(200)
    const named = await ask(person, 'PUT', `/api/users/${person.id}`, {
      name: 'Але\u0308на \u202eадуг\u0007',
      surname: 'О’Нил  -  младший',
    })
    expect(named.body.user).toMatchObject({ name: 'Алёна адуг', surname: 'О’Нил - младший' })
    for (const form of [
      { name: '' },
      { name: '\u200b\u2060 \u3164' },
      { name: null },
      { name: '👩\u200d🎨' },
      { about: 'x'.repeat(2001) },
      [],
      null,
    ]) {
      expect((await ask(person, 'PUT', `/api/users/${person.id}`, form)).status).toBe(422)
    }
  })

  it('ignores what only curators change, even where it is no role or address at all', async () => {
    const person = await signedIn()
    const body = { about: 'Рисую плакаты.', role: 'admin', email: 'x', active: 'да', rights: 7 }
    const changed = await call('PUT', `/api/users/${person.id}`, { token: person.token, body })
    expect([changed.status, changed.body.user.about, changed.body.user.role.slug]).toEqual([200, body.about, 'student'])
  })

  it('by a curator also changes address, role and state', async () => {
    const person = await signedIn()
    const change = (form: object) => ask(curator, 'PUT', `/api/users/${person.id}`, form)
    const { body } = await change({ email: ' NEW-address@school.example', role: 'teacher', name: 'Инна' })
    expect(body.user).toMatchObject({ email: 'new-address@school.example', role: { slug: 'teacher' }, name: 'Инна' })
    expect((await ask(person, 'GET', '/api/auth/user')).body.user.role.slug).toBe('teacher')
    expect((await change({ role: 'admin' })).status).toBe(422)
    const taken = await change({ email: student.user.email, name: 'Не запишется' })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['email']])
    expect((await ask(curator, 'GET', `/api/users/${person.id}`)).body.user.name).toBe('Инна')

    expect((await change({ active: false })).body.user.active).toBe(false)
    expect((await ask(person, 'GET', '/api/auth/user')).status).toBe(401)
    expect((await change({ active: true })).body.user.active).toBe(true)
  })

  it('turns letters about verdicts off and on, for the user alone', async () => {
    const person = await signedIn()
    const lettersOf = async (viewer: Signed | null) =>
      (await ask(viewer, 'GET', `/api/users/${person.id}`)).body.user.letters
    expect(await lettersOf(person)).toBe(true)
    expect((await ask(person, 'PUT', `/api/users/${person.id}`, { letters: false })).body.user.letters).toBe(false)
    expect((await ask(person, 'PUT', `/api/users/${person.id}`, { name: 'Инна' })).body.user.letters).toBe(false)
    for (const viewer of [null, teacher, curator]) expect(await lettersOf(viewer)).toBeUndefined()
    expect((await ask(curator, 'PUT', `/api/users/${person.id}`, { letters: true })).status).toBe(200)
    expect(await lettersOf(person)).toBe(false)
    expect((await ask(person, 'PUT', `/api/users/${person.id}`, { letters: 'да' })).status).toBe(422)
  })

  it('gives an address to one of two at the same moment', async () => {
    const people = await Promise.all([buildUser(db), buildUser(db), buildUser(db)])
    const responses = await Promise.all(
      people.map(({ id }) => ask(curator, 'PUT', `/api/users/${id}`, { email: 'one@school.example' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })
})

describe('POST /api/users', () => {
  it('creates an account whose owner sets the password by a letter', async () => {
    const form = {
      name: 'Инна',
      surname: 'Ли',
      email: 'Inna@school.example',
      role: 'teacher',
      password: 'x',
      active: false,
    }
    const { status, body } = await ask(curator, 'POST', '/api/users', form)
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ email: 'inna@school.example', role: { slug: 'teacher' }, active: true })
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === 'inna@school.example')
    expect(letters).toHaveLength(1)
    const { token, email } = readLink(letters[0]?.text ?? '')
    expect(
      (await call('POST', '/api/auth/reset-password', { body: { email, token, password: 'мой пароль' } })).status,
    ).toBe(200)
    expect((await call('POST', '/api/auth/login', { body: { email, password: 'мой пароль' } })).status).toBe(200)
    expect((await ask(curator, 'POST', '/api/users', form)).status).toBe(422)
    await runEffects()
    expect((await readLetters(outbox)).filter(({ to }) => to === 'inna@school.example')).toHaveLength(1)
  })

  it('refuses an incomplete form', async () => {
    for (const change of [{ name: '' }, { email: 'x' }, { role: 'admin' }, { role: undefined }]) {
      const form = { name: 'Инна', surname: 'Ли', email: 'inna2@school.example', role: 'teacher', ...change }
      const { status, body } = await ask(curator, 'POST', '/api/users', form)
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(change)])
    }
  })
})

describe('DELETE /api/users/{id}', () => {
  it('deactivates an account, ends its sessions and links, and can be undone', async () => {
    const person = await signedIn()
    expect((await ask(curator, 'DELETE', `/api/users/${person.id}`)).status).toBe(204)
    expect((await ask(curator, 'DELETE', `/api/users/${person.id}`)).status).toBe(204)
    expect((await ask(person, 'GET', '/api/auth/user')).status).toBe(401)
    const login = () => call('POST', '/api/auth/login', { body: { email: person.user.email, password: demoPassword } })
    expect((await login()).status).toBe(403)
    await ask(curator, 'PUT', `/api/users/${person.id}`, { active: true })
    expect((await login()).status).toBe(200)
    expect((await ask(person, 'GET', '/api/auth/user')).status).toBe(401)
    expect((await ask(curator, 'DELETE', '/api/users/2000000000')).status).toBe(404)
    const erased = await signedIn({ active: false, erased_at: new Date().toISOString() })
    expect((await ask(curator, 'DELETE', `/api/users/${erased.id}`)).status).toBe(404)
  })

  it('leaves the school one curator', async () => {
    const refused = await Promise.all([
      ask(curator, 'DELETE', `/api/users/${curator.id}`),
      ask(curator, 'PUT', `/api/users/${curator.id}`, { role: 'teacher' }),
      ask(curator, 'PUT', `/api/users/${curator.id}`, { active: false }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    await buildUser(db, { role: 'curator', active: false })
    expect((await ask(curator, 'DELETE', `/api/users/${curator.id}`)).status).toBe(409)

    const second = await signedIn({ role: 'curator' })
    const both = await Promise.all([
      ask(curator, 'PUT', `/api/users/${second.id}`, { role: 'student' }),
      ask(second, 'DELETE', `/api/users/${curator.id}`),
    ])
    const { rows } = await db.execute(sql`select id from users where role = 'curator' and active`)
    expect([rows.length, both.filter(({ status }) => status < 300).length]).toEqual([1, 1])
    await db.execute(sql`update users set role = 'curator', active = true where id = ${curator.id}`)
  })
})
