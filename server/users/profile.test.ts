import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { lastVisits } from '#server/auth/auth.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courses } from '#server/courses/courses.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const read = async (whom: Signed, who?: Signed) =>
  (await call('GET', `/api/users/${whom.id}`, who ? { token: who.token } : {})).body.user
const change = (who: Signed, body: unknown) => call('PUT', `/api/users/${who.id}`, { token: who.token, body })

describe('the text of a profile', () => {
  test('is a line and links, which everybody reads', async () => {
    const person = await signedIn()
    const { status } = await change(person, {
      occupation: ' Рисую\nшрифты ',
      links: [
        { title: 'Портфолио', url: 'orlova.example/works' },
        { title: 'Код', url: 'https://code.example/орлова?a=1' },
      ],
    })
    expect(status).toBe(200)
    expect(await read(person)).toMatchObject({
      occupation: 'Рисую шрифты',
      links: [
        { title: 'Портфолио', url: 'https://orlova.example/works' },
        { title: 'Код', url: 'https://code.example/%D0%BE%D1%80%D0%BB%D0%BE%D0%B2%D0%B0?a=1' },
      ],
    })
  })

  test.each([
    'http://orlova.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://me:secret@orlova.example',
    'https://localhost/',
    'не адрес',
    '',
  ])('is no link to «%s»', async (url) => {
    const person = await signedIn()
    const { status, body } = await change(person, { links: [{ title: 'Сайт', url }] })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['links.0.url']])
  })

  test('allows max ten links, each with a title', async () => {
    const person = await signedIn()
    const link = { title: 'Сайт', url: 'https://orlova.example' }
    expect((await change(person, { links: Array(10).fill(link) })).status).toBe(200)
    expect((await change(person, { links: Array(11).fill(link) })).status).toBe(422)
    expect((await change(person, { links: [{ ...link, title: ' ' }] })).status).toBe(422)
  })
})

describe('finished courses', () => {
  /** A course of two open assignments, the first done and the second in the given state. */
  const takeCourse = async (student: Signed, second: 'accepted' | 'excused' | 'returned' | null, name = 'Вёрстка') => {
    const course = await buildCourse(db, { students: [student.id], name, announced: name === 'Первый' })
    for (const status of ['accepted', second] as const) {
      const lesson = await buildLesson(db, { course_id: course.id })
      const assignment = await buildAssignment(db, { lesson_id: lesson.id })
      if (status) await buildTask(db, { assignment_id: assignment.id, students: [student.id], status })
    }
    return course
  }

  test('are those whose every open assignment is accepted or excused', async () => {
    const student = await signedIn()
    const accepted = await takeCourse(student, 'accepted', 'Первый')
    const excused = await takeCourse(student, 'excused', 'Второй')
    await takeCourse(student, 'returned')
    await takeCourse(student, null)
    await buildCourse(db, { students: [student.id] })
    const hidden = await takeCourse(student, 'accepted')
    await db.update(courses).set({ status: 'draft' }).where(eq(courses.id, hidden.id))
    // lessons that are not open yet do not count
    const later = await buildLesson(db, { course_id: accepted.id, publish_at: '2199-01-01T00:00:00.000Z' })
    await buildAssignment(db, { lesson_id: later.id })
    expect((await read(student)).finished_courses).toEqual([
      { id: accepted.id, name: 'Первый', announced: true },
      { id: excused.id, name: 'Второй', announced: false },
    ])
    await db.update(lessons).set({ publish_at: null }).where(eq(lessons.id, later.id))
    expect((await read(student)).finished_courses).toEqual([{ id: excused.id, name: 'Второй', announced: false }])
  })

  test('are shown for students alone, and not for those who hide them', async () => {
    const [student, other] = await Promise.all([signedIn(), signedIn()])
    const course = await takeCourse(student, 'accepted')
    const finished = [{ id: course.id, name: 'Вёрстка', announced: false }]
    await change(student, { shows_courses: false })
    expect((await read(student, other)).finished_courses).toEqual([])
    expect(await read(student, student)).toMatchObject({ finished_courses: finished, shows_courses: false })
    await change(student, { shows_courses: true })
    expect((await read(student, other)).finished_courses).toEqual(finished)
    await db.update(users).set({ role: 'teacher' }).where(eq(users.id, student.id))
    expect((await read(student)).finished_courses).toEqual([])
  })
})

test('the state of the account and the last visit are for curators alone', async () => {
  const { id } = await buildUser(db, { password_hash: null })
  const [curator, teacher] = [await signedIn({ role: 'curator' }), await signedIn({ role: 'teacher' })]
  const seenBy = async (who?: Signed) => {
    const { body } = await call('GET', `/api/users/${id}`, who ? { token: who.token } : {})
    return [body.user.state, body.user.visited_at]
  }
  expect(await seenBy(curator)).toEqual(['no-password', null])
  const at = new Date(Date.now() - 60_000).toISOString()
  await db.insert(lastVisits).values({ user_id: id, at })
  await db.update(users).set({ active: false }).where(eq(users.id, id))
  expect(await seenBy(curator)).toEqual(['off', at])
  await db.update(users).set({ active: true }).where(eq(users.id, id))
  expect([await seenBy(teacher), await seenBy()]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

describe('the order of projects', () => {
  const order = (who: Signed, project_ids: number[], whom = who) =>
    call('PUT', `/api/users/${whom.id}/projects-order`, { token: who.token, body: { project_ids } })
  const idsOf = async (person: Signed) => (await read(person)).projects.map(({ id }: { id: number }) => id)

  test('is chosen by its owner, the others follow by date', async () => {
    const [person, coauthor] = await Promise.all([signedIn(), signedIn()])
    const published_at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
    const made = []
    for (const day of [1, 2, 3]) {
      made.push(await buildProject(db, { authors: [person.id, coauthor.id], published_at: published_at(day) }))
    }
    const [first, second, third] = made.map(({ id }) => id) as [number, number, number]
    expect(await idsOf(person)).toEqual([third, second, first])
    expect((await order(person, [first, third])).status).toBe(204)
    expect(await idsOf(person)).toEqual([first, third, second])
    // the position in one profile does not affect another
    expect(await idsOf(coauthor)).toEqual([third, second, first])
    expect((await order(person, [])).status).toBe(204)
    expect(await idsOf(person)).toEqual([third, second, first])
  })

  test('contains the user’s own projects alone', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    const own = await buildProject(db, { authors: [person.id] })
    const asked = await buildProject(db, { authors: [other.id], asked: [person.id] })
    for (const id of [asked.id, 1_000_000]) expect((await order(person, [own.id, id])).status).toBe(422)
    expect((await order(other, [own.id], person)).status).toBe(403)
  })
})

describe('the page of a profile', () => {
  const page = async (id: number) => {
    const { status, body } = await call('GET', `/users/${id}`)
    return { status, html: body as string }
  }

  test('is complete without scripts, shows its owner, and hides the address', async () => {
    const person = await signedIn({ name: 'Вера', surname: 'Лосева', occupation: 'Рисую <шрифты>' })
    const project = await buildProject(db, { authors: [person.id], name: 'Афиша театра' })
    const { status, html } = await page(person.id)
    expect(status).toBe(200)
    expect(html).toContain('<h1>Вера Лосева</h1>')
    expect(html).toContain('Рисую &lt;шрифты&gt;')
    expect(html).toContain(`href="/projects/${project.id}"`)
    expect(html).toMatch(/<title>[^<]* — Вера Лосева<\/title>/)
    expect(html).toContain('"@type":"Person"')
    expect(html).toContain(`<link rel="canonical" href="`)
    expect(html).not.toContain(person.user.email)
  })

  test('does not exist for accounts that are deactivated, about to be erased, or erased', async () => {
    const moment = new Date().toISOString()
    for (const state of [{ active: false }, { erase_at: moment }, { active: false, erased_at: moment }]) {
      const { id } = await signedIn(state)
      expect((await page(id)).status).toBe(404)
    }
    expect((await page(1_000_000)).status).toBe(404)
  })
})
