import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { updateUser } from '#server/users/users.repo.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let student: Signed
let teacher: Signed
let other: Signed
let curator: Signed

beforeEach(async () => {
  ;[student, teacher, other, curator] = await Promise.all([
    signedIn(),
    signedIn({ role: 'teacher', name: 'Ольга', surname: 'Белая' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
  ])
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const get = (person: Signed, id: number) => ask(person, 'GET', `/api/courses/${id}`)
const ownCourse = (values: object = {}) =>
  buildCourse(db, { teachers: [teacher.id], students: [student.id], ...values })

describe('PUT /api/courses/{id}/students', () => {
  const enrol = (id: number, user_ids: unknown, person = teacher) =>
    ask(person, 'PUT', `/api/courses/${id}/students`, { user_ids })
  const newsOf = async (person: Signed) => (await ask(person, 'GET', '/api/users/notifications')).body.notifications

  it('replaces all of them and notifies those who are new, once', async () => {
    const { id, name } = await ownCourse({ name: 'Шрифт <и> цвет' })
    const fresh = await signedIn()
    for (let i = 0; i < 2; i++) {
      const { status, body } = await enrol(id, [student.id, fresh.id, fresh.id])
      expect([status, body.course.student_count]).toEqual([200, 2])
      await Promise.all([runEffects(), runEffects()])
    }
    expect(await newsOf(student)).toEqual([])
    expect(await newsOf(fresh)).toMatchObject([
      {
        type: 'course-enrolled',
        user: { id: teacher.id },
        data: { title: 'Вы записаны на курс <b>«Шрифт &lt;и&gt; цвет»</b>' },
      },
    ])
    expect((await call('GET', '/api/auth/user', { token: fresh.token })).body.user.courses).toEqual({ [id]: name })
    expect((await enrol(id, [])).body.course).toMatchObject({ student_count: 0, students: [] })
    expect((await get(student, id)).status).toBe(404)
  })

  it('notifies nobody of what is undone at once', async () => {
    const { id } = await ownCourse({ status: 'draft' })
    const [kept, fresh] = [await signedIn(), await signedIn()]
    await enrol(id, [kept.id])
    const publish = (status: string) => ask(teacher, 'PUT', `/api/courses/${id}`, { status })
    for (const [act, undo] of [
      [() => publish('published'), () => publish('draft')],
      [() => enrol(id, [kept.id, fresh.id]), () => enrol(id, [kept.id])],
    ] as const) {
      await act()
      await runEffects()
      await undo()
      await runEffects()
    }
    await publish('published')
    await enrol(id, [kept.id, fresh.id])
    await runEffects()
    await enrol(id, [kept.id])
    await runEffects()
    expect([await newsOf(fresh), await newsOf(kept)]).toMatchObject([[], [{ type: 'course-enrolled' }]])
  })

  it('takes unread news of an enrolment back when somebody leaves or the course is a draft again', async () => {
    const { id } = await ownCourse({ students: [] })
    const [left, kept, reader] = [await signedIn(), await signedIn(), await signedIn()]
    await enrol(id, [left.id, kept.id, reader.id])
    await runEffects()
    const [read] = await newsOf(reader)
    await ask(reader, 'POST', '/api/users/notifications/read', { ids: [read.id] })
    await enrol(id, [kept.id])
    const all = () => Promise.all([left, kept, reader].map(newsOf))
    expect(await all()).toMatchObject([[], [{ type: 'course-enrolled' }], [{ id: read.id }]])
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'draft' })
    expect(await all()).toMatchObject([[], [], [{ id: read.id }]])
    // whoever comes again after unread news is notified
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'published' })
    await enrol(id, [left.id, kept.id, reader.id])
    await runEffects()
    expect(await all()).toMatchObject([[{ type: 'course-enrolled' }], [{ type: 'course-enrolled' }], [{ id: read.id }]])
  })

  describe('news of several courses', () => {
    const build = (name: string) => buildCourse(db, { name, teachers: [teacher.id] })
    const enrolWithClass = async (people: Signed[], courses: { id: number }[]) => {
      const body = { name: '9 «А»', student_ids: people.map(({ id }) => id), course_ids: courses.map(({ id }) => id) }
      const { cohort } = (await ask(curator, 'POST', '/api/cohorts', body)).body
      await runEffects()
      return (changed: object) => ask(curator, 'PUT', `/api/cohorts/${cohort.id}`, changed)
    }
    const titlesOf = async (person: Signed) =>
      (await newsOf(person)).map(({ data }: { data: { title: string } }) => data.title)
    const both = 'Вас записали на <b>2\u00A0курса</b>: «Вёрстка», «Шрифты»'

    it('is taken back from who leaves them, with its letters, and comes again with them', async () => {
      const courses = [await build('Вёрстка'), await build('Шрифты')]
      const [left, kept] = [await signedIn(), await signedIn()]
      const change = await enrolWithClass([left, kept], courses)
      expect([await titlesOf(left), await titlesOf(kept)]).toEqual([[both], [both]])
      await change({ student_ids: [kept.id] })
      await runEffects()
      expect([await titlesOf(left), await titlesOf(kept)]).toEqual([[], [both]])
      const { rows } = await db.execute(sql`select 1 from notification_deliveries where user_id = ${left.id}`)
      expect(rows).toEqual([])
      await change({ student_ids: [left.id, kept.id] })
      await runEffects()
      expect([await titlesOf(left), await titlesOf(kept)]).toEqual([[both], [both]])
    })

    it('is replaced by news of those that are left, from who enrolled them', async () => {
      const courses = [await build('Вёрстка'), await build('Шрифты'), await build('Цвет')]
      const [first, second, reader] = [await signedIn(), await signedIn(), await signedIn()]
      const change = await enrolWithClass([first, second, reader], courses)
      const [read] = await newsOf(reader)
      await ask(reader, 'POST', '/api/users/notifications/read', { ids: [read.id] })
      await ask(teacher, 'PUT', `/api/courses/${courses[0]?.id}`, { status: 'draft' })
      await runEffects()
      const rest = 'Вас записали на <b>2\u00A0курса</b>: «Шрифты», «Цвет»'
      for (const person of [first, second]) {
        expect(await newsOf(person)).toMatchObject([{ user: { id: curator.id }, data: { title: rest } }])
      }
      expect(await newsOf(reader)).toMatchObject([{ id: read.id }])
      await change({ course_ids: [courses[0]?.id, courses[2]?.id] })
      await runEffects()
      expect(await titlesOf(first)).toEqual(['Вы записаны на курс <b>«Цвет»</b>'])
      await ask(teacher, 'PUT', `/api/courses/${courses[0]?.id}`, { status: 'published' })
      await runEffects()
      expect(await titlesOf(first)).toEqual([
        'Вы записаны на курс <b>«Вёрстка»</b>',
        'Вы записаны на курс <b>«Цвет»</b>',
      ])
      expect(await newsOf(reader)).toMatchObject([{ id: read.id }])
    })

    it('is taken back by as many statements from one as from many', async () => {
      const courses = [await build('Вёрстка'), await build('Шрифты')]
      const people = await Promise.all(Array.from({ length: 9 }, () => signedIn()))
      const change = await enrolWithClass(people, courses)
      const leave = (to: number) => countStatements(() => change({ student_ids: people.slice(to).map(({ id }) => id) }))
      const closed = async (students: Signed[]) => {
        const course = await build('Цвет')
        await enrolWithClass(students, [course, await build('Композиция')])
        return countStatements(() => ask(teacher, 'PUT', `/api/courses/${course.id}`, { status: 'draft' }))
      }
      await leave(1)
      const few = await leave(2)
      expect(await leave(6)).toBe(few)
      await closed(people.slice(0, 1))
      const ofOne = await closed(people.slice(0, 1))
      expect(await closed(people)).toBe(ofOne)
    })
  })

  it('notifies those who were enrolled in a draft when it is published, once', async () => {
    const { id } = await ownCourse({ status: 'draft' })
    const fresh = await signedIn()
    await enrol(id, [fresh.id])
    await runEffects()
    expect(await newsOf(fresh)).toEqual([])
    for (const status of ['published', 'draft', 'published', 'archived', 'published']) {
      await ask(teacher, 'PUT', `/api/courses/${id}`, { status })
      await runEffects()
    }
    expect(await newsOf(fresh)).toMatchObject([{ type: 'course-enrolled' }])
  })

  it('notifies those who were enrolled in an archived course when it is published again, and nobody twice', async () => {
    const { id } = await ownCourse()
    const [before, since] = [await signedIn(), await signedIn()]
    await enrol(id, [before.id])
    await runEffects()
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'archived' })
    await enrol(id, [before.id, since.id])
    await runEffects()
    expect(await newsOf(since)).toEqual([])
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'published' })
    await runEffects()
    expect([await newsOf(before), await newsOf(since)]).toMatchObject([
      [{ type: 'course-enrolled' }],
      [{ type: 'course-enrolled' }],
    ])
  })

  it('leaves people without an address to curators: whoever teaches them may give them a password', async () => {
    const { id } = await ownCourse()
    const pupil = await buildUser(db)
    await updateUser(db, pupil.id, { email: null, login: 'pupil.enrolled' })
    const refused = await enrol(id, [student.id, pupil.id])
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['user_ids']])
    expect((await enrol(id, [student.id, pupil.id], curator)).status).toBe(200)
    // back where they were is no finding of strangers
    expect((await enrol(id, [student.id])).status).toBe(200)
    expect((await enrol(id, [student.id, pupil.id])).status).toBe(200)
    expect((await enrol((await ownCourse()).id, [pupil.id])).status).toBe(200)
    await runEffects()
  })

  it('refuses somebody who is no student, and then changes nothing', async () => {
    const { id } = await ownCourse()
    const off = await signedIn({ active: false })
    for (const bad of [[other.id], [curator.id], [off.id], [2_000_000_000], ['1'], [null], 'все', undefined, {}]) {
      expect((await enrol(id, Array.isArray(bad) ? [...bad, student.id] : bad)).status).toBe(422)
      expect((await get(teacher, id)).body.course.students).toMatchObject([{ id: student.id }])
    }
    expect(await runEffects()).toBe(0)
    expect([(await enrol(id, [], other)).status, (await enrol(id, [], student)).status]).toEqual([404, 403])
  })

  it('keeps the place of a deactivated student', async () => {
    const gone = await signedIn()
    const { id } = await ownCourse({ students: [student.id, gone.id] })
    await ask(curator, 'DELETE', `/api/users/${gone.id}`)
    const { students } = (await get(teacher, id)).body.course
    expect(students).toMatchObject([{ id: student.id }])
    await enrol(id, [student.id])
    await ask(curator, 'PUT', `/api/users/${gone.id}`, { active: true })
    expect((await get(teacher, id)).body.course.students).toHaveLength(2)
  })
})

describe('PUT /api/courses/{id}/teachers', () => {
  const appoint = (id: number, user_ids: number[], person = teacher) =>
    ask(person, 'PUT', `/api/courses/${id}/teachers`, { user_ids })

  it('replaces all of them, at least one, none a student', async () => {
    const { id } = await ownCourse()
    expect((await appoint(id, [])).status).toBe(422)
    expect((await appoint(id, [teacher.id, student.id])).status).toBe(422)
    expect((await appoint(id, [other.id], other)).status).toBe(404)
    expect((await appoint(id, [teacher.id, other.id])).body.course.teachers).toHaveLength(2)
    expect((await appoint(id, [other.id])).status).toBe(200)
    expect([(await get(teacher, id)).status, (await get(other, id)).status]).toEqual([404, 200])
  })
})
