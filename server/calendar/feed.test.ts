import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { calendarLinks } from '#server/calendar/calendar.table.ts'
import { insertCourseEvent } from '#server/calendar/course-events.repo.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })

type Who = Awaited<ReturnType<typeof signedIn>>
let student: Who
let curator: Who

/** In an hour, a day, …; whole seconds, as iCalendar has them. */
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * hourMs).toISOString()

const title = 'Созвон; вопросы, ответы\\n: «ёлки» 🎄 и длинный хвост, который не помещается в 75 байт одной строки'
let due_at: string
let lessonId: number
let eventId: number

beforeEach(async () => {
  student = await signedIn()
  curator = await signedIn({ role: 'curator' })
  const course = await buildCourse(db, { name: 'Вёрстка', students: [student.id], starts_on: inHours(72).slice(0, 10) })
  const lesson = await buildLesson(db, { course_id: course.id, name: 'Сетка' })
  due_at = inHours(24)
  await buildAssignment(db, { lesson_id: lesson.id, due_at })
  lessonId = lesson.id
  eventId = (await insertCourseEvent(db, { course_id: course.id, at: inHours(30), title })).id
})

const makeLink = async (who: Who) => {
  const { status, body } = await call('POST', '/api/calendar/link', { token: who.token })
  expect(status).toBe(200)
  expect(body.url).toMatch(/^https:\/\/school\.example\/calendar\/[\w-]{43}\.ics$/)
  return new URL(body.url).pathname
}

const open = (path: string, headers: Record<string, string> = {}) => call('GET', path, { headers })

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))
}

describe('the feed', () => {
  it('is read back by another library with the same events', async () => {
    const { status, body, headers } = await open(await makeLink(student))
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ])
    // properties of the calendar come before its components (RFC 5545, 3.6)
    const [head = '', ...components] = body.split('BEGIN:VTIMEZONE')
    expect(components).toHaveLength(1)
    for (const line of ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']) expect(head).toContain(line)
    expect(components[0]).not.toMatch(/REFRESH-INTERVAL|X-PUBLISHED-TTL/)
    const events = read(body)
    expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([
      [`due-${lessonId}@school.example`, 'Сдать: Сетка'],
      [`custom-${eventId}@school.example`, title],
      [expect.stringMatching(/^opens-course-\d+@school\.example$/), 'Начало курса'],
    ])
    const [due, , start] = events
    expect(due?.startDate.toJSDate().toISOString()).toBe(due_at.replace(/\.\d+/, '.000'))
    expect(due?.startDate.zone?.tzid).toBe('Europe/Moscow')
    expect(due?.component.getFirstPropertyValue('url')).toBe(`https://school.example/lessons/${lessonId}`)
    expect([start?.startDate.isDate, start?.startDate.toString()]).toEqual([true, inHours(72).slice(0, 10)])
    // lines are folded at 75 bytes
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('has what is ahead, however much is past, and of the past the latest', async () => {
    const { id } = await buildCourse(db, { name: 'Журналистика', students: [student.id] })
    await db.execute(sql`
      insert into course_events (course_id, at, title)
      select ${id}, now() - make_interval(hours => n), 'Прошлое ' || n from generate_series(25, 1024) n`)
    const titles = read((await open(await makeLink(student))).body).map(({ summary }) => summary)
    expect(titles).toHaveLength(1000)
    expect(titles.slice(-4)).toEqual(['Прошлое 25', 'Сдать: Сетка', title, 'Начало курса'])
    expect(titles[0]).toBe('Прошлое 1021')
  })

  it('keeps the identity of an event that moves, and a client has it already until then', async () => {
    const path = await makeLink(student)
    const first = await open(path)
    const etag = String(first.headers.etag)
    const again = await open(path, { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, undefined, etag])
    await db.execute(sql`update course_events set at = at + interval '1 hour', title = 'Лекция' where id = ${eventId}`)
    const moved = await open(path, { 'if-none-match': etag })
    expect(moved.status).toBe(200)
    expect(read(moved.body).map(({ uid }) => uid)).toEqual(read(first.body).map(({ uid }) => uid))
  })

  it('ends with a new link, and with the link itself', async () => {
    const { token } = student
    expect((await call('GET', '/api/calendar/link', { token })).body).toEqual({ link: null })
    const first = await makeLink(student)
    const second = await makeLink(student)
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
    expect((await call('GET', '/api/calendar/link', { token })).body.link.created_at).toMatch(/Z$/)
    expect((await call('DELETE', '/api/calendar/link', { token })).status).toBe(204)
    expect((await open(second)).status).toBe(404)
  })

  it('is kept by its hash alone', async () => {
    const path = await makeLink(student)
    const rows = await db.select().from(calendarLinks)
    const secret = /([\w-]{43})\.ics$/.exec(path)?.[1] as string
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows.some(({ secret_hash }) => secret_hash.toString().includes(secret))).toBe(false)
  })

  it('leads nowhere while the account is off, or waits to be erased or for a parent', async () => {
    const path = await makeLink(student)
    await db.execute(sql`update users set erase_at = now() + interval '1 day' where id = ${student.id}`)
    expect((await open(path)).status).toBe(404)
    await db.execute(sql`update users set erase_at = null where id = ${student.id}`)
    expect((await open(path)).status).toBe(200)
    await db.execute(sql`update users set awaits_parent_at = now() where id = ${student.id}`)
    expect((await open(path)).status).toBe(404)
    await db.execute(sql`update users set awaits_parent_at = null where id = ${student.id}`)
    expect((await call('DELETE', `/api/users/${student.id}`, { token: curator.token })).status).toBe(204)
    expect((await open(path)).status).toBe(404)
    // a curator who takes the deactivation back leaves nothing changed
    const on = await call('PUT', `/api/users/${student.id}`, { token: curator.token, body: { active: true } })
    expect([on.status, (await open(path)).status]).toEqual([200, 200])
  })

  it('of an unknown secret is not there, and no refusal is cached', async () => {
    const { status, headers } = await open(`/calendar/${'A'.repeat(43)}.ics`)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })
})
