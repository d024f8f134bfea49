import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CalendarEvent, maxCalendarEvents, maxCustomEvents } from '#contract/calendar/calendar.schema.ts'
import { dayMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()

const [teacher, otherTeacher, curator, student, stranger] = await Promise.all([
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'curator' }),
  signedIn(),
  signedIn(),
])
type Who = typeof teacher

/** The moment this many days from now, ISO 8601. */
const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

beforeEach(() => empty(db, 'courses'))

const read = (who: Who, { from = day(-30), to = day(60), more = '' } = {}) =>
  call('GET', `/api/calendar?from=${from}&to=${to}${more}`, { token: who.token })
const events = async (who: Who, range = {}): Promise<CalendarEvent[]> => (await read(who, range)).body.events
const shown = async (who: Who, range = {}) => (await events(who, range)).map(({ kind, title }) => `${kind} ${title}`)

const buildTaught = () =>
  buildCourse(db, { name: 'Вёрстка', teachers: [teacher.id], students: [student.id], starts_on: day(3).slice(0, 10) })

describe('the calendar', () => {
  it('has what is due, opens and closes, and what teachers have added, in order', async () => {
    const course = await buildTaught()
    const lesson = await buildLesson(db, { course_id: course.id, name: 'Сетка', publish_at: day(-5) })
    await buildAssignment(db, { lesson_id: lesson.id, due_at: day(5), closes_at: day(7) })
    const at = day(6)
    const added = await call('POST', `/api/courses/${course.id}/events`, {
      token: teacher.token,
      body: { at, title: ' Созвон  с редактором ' },
    })
    expect(added.status).toBe(201)
    const own = {
      kind: 'custom',
      at,
      title: 'Созвон с редактором',
      course: { id: course.id, name: 'Вёрстка' },
      lesson_id: null,
      all_day: false,
      done: false,
      event_id: added.body.event.event_id,
    }
    expect(added.body).toEqual({ event: own })
    for (const who of [student, teacher, curator]) {
      const { status, body } = await read(who)
      expect([status, body.complete]).toEqual([200, true])
      expect(body.events.map(({ kind, title }: CalendarEvent) => `${kind} ${title}`)).toEqual([
        'opens Сетка',
        'opens Начало курса',
        'due Сетка',
        'custom Созвон с редактором',
        'closes Сетка',
      ])
      expect(body.events[3]).toEqual(own)
      expect(body.events[2]).toMatchObject({ lesson_id: lesson.id, event_id: null, done: false })
      // the day begins in Moscow
      expect(body.events[1]).toMatchObject({
        all_day: true,
        lesson_id: null,
        at: expect.stringMatching(/T21:00:00.000Z$/),
      })
    }
    for (const who of [stranger, otherTeacher]) expect(await events(who)).toEqual([])
  })

  it('excludes the end of its range', async () => {
    const course = await buildCourse(db, { students: [student.id] })
    const lesson = await buildLesson(db, { course_id: course.id })
    const due_at = day(3)
    await buildAssignment(db, { lesson_id: lesson.id, due_at })
    expect(await events(student, { from: due_at, to: day(4) })).toHaveLength(1)
    expect(await events(student, { from: day(1), to: due_at })).toEqual([])
    expect(await events(student, { more: `&course_id=${course.id}` })).toHaveLength(1)
    expect(await events(student, { more: `&course_id=${course.id + 1}` })).toEqual([])
  })

  it('has a student’s own extension, and whether there is something left to do', async () => {
    const course = await buildTaught()
    const lesson = await buildLesson(db, { course_id: course.id })
    const assignment = await buildAssignment(db, { lesson_id: lesson.id, due_at: day(2), closes_at: day(40) })
    const task = await buildTask(db, { assignment_id: assignment.id, students: [student.id], status: 'returned' })
    const extended_until = day(20)
    await db.update(tasks).set({ extended_until }).where(sql`id = ${task.id}`)
    const due = async (who: Who) => (await events(who)).filter(({ kind }) => kind === 'due')
    expect(await due(student)).toMatchObject([{ at: extended_until, done: false }])
    expect(await due(teacher)).toMatchObject([{ at: assignment.due_at }])
    // an extension never takes time away
    expect((await events(student)).find(({ kind }) => kind === 'closes')?.at).toBe(assignment.closes_at)
    await db.update(tasks).set({ status: 'accepted' }).where(sql`id = ${task.id}`)
    expect(await due(student)).toMatchObject([{ done: true }])
    expect(await events(student, { from: day(1), to: day(10) })).toMatchObject([{ kind: 'opens' }])
  })

  it('shows students a lesson that will open, and nothing else of it before', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
    const waiting = await buildLesson(db, { course_id: course.id, name: 'Завтра', publish_at: day(1) })
    const draft = await buildLesson(db, { course_id: course.id, name: 'Черновик', status: 'draft', publish_at: day(2) })
    const deleted = await buildLesson(db, { course_id: course.id, name: 'Нет', deleted_at: day(0), publish_at: day(3) })
    for (const { id } of [waiting, draft, deleted]) await buildAssignment(db, { lesson_id: id, due_at: day(9) })
    expect(await shown(student)).toEqual(['opens Завтра'])
    expect(await shown(teacher)).toEqual(['opens Завтра', 'due Завтра', 'due Черновик'])
  })

  it('has no course that is deleted, in the archive, or a draft to its students', async () => {
    const course = await buildTaught()
    const set = (values: ReturnType<typeof sql>) =>
      db.execute(sql`update courses set ${values} where id = ${course.id}`)
    await set(sql`status = 'draft'`)
    expect([await shown(student), await shown(teacher)]).toEqual([[], ['opens Начало курса']])
    await set(sql`status = 'archived'`)
    expect([await shown(student), await shown(teacher), await shown(curator)]).toEqual([[], [], []])
    await set(sql`status = 'published', deleted_at = now()`)
    expect([await shown(student), await shown(teacher), await shown(curator)]).toEqual([[], [], []])
  })

  it.each([
    ['', 'from'],
    ['?from=2026-11-01T00:00:00Z', 'to'],
    ['?from=2026-11-01&to=2026-12-01', 'from'],
    ['?from=2026-12-01T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
    ['?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z', 'from'],
    ['?from=%00&to=%27%3B', 'from'],
  ])('refuses the range «%s» with a sentence', async (query, field) => {
    const { status, body } = await call('GET', `/api/calendar${query}`, { token: student.token })
    expect(status).toBe(422)
    expect(body.errors[field]?.[0]).toMatch(/[а-я]/i)
  })

  it('takes a range of any length, also an empty one', async () => {
    const course = await buildTaught()
    const at = day(6)
    await call('POST', `/api/courses/${course.id}/events`, { token: teacher.token, body: { at, title: 'Созвон' } })
    expect(await shown(student, { from: '2001-01-01T00:00:00Z', to: '2090-01-01T00:00:00Z' })).toContain(
      'custom Созвон',
    )
    expect(await shown(student, { from: at, to: at })).toEqual([])
  })

  it('is cut off where there is too much, and says so', async () => {
    const courses = await Promise.all(Array.from({ length: 3 }, () => buildCourse(db)))
    await db.execute(sql`insert into course_events (course_id, at, title)
      select id, now() + n * interval '1 second', 'Событие ' || n
      from courses, generate_series(1, 400) as n where id = any(${sql.param(courses.map(({ id }) => id))}::int[])`)
    const { body } = await read(curator)
    expect([body.events.length, body.complete]).toEqual([maxCalendarEvents, false])
    expect((await read(curator, { more: `&course_id=${courses[0]?.id}` })).body).toMatchObject({ complete: true })
  })
})

describe('an event of a teacher', () => {
  const at = day(3)
  const add = (who: Who, courseId: number, body: object = { at, title: 'Созвон' }) =>
    call('POST', `/api/courses/${courseId}/events`, { token: who.token, body })

  it('is changed and deleted by the staff of its course', async () => {
    const course = await buildTaught()
    const other = await buildCourse(db, { teachers: [otherTeacher.id] })
    const { event_id } = (await add(teacher, course.id)).body.event
    const path = `/api/courses/${course.id}/events/${event_id}`
    const moved = await call('PUT', path, { token: curator.token, body: { at: '2026-12-05T18:00:00+03:00' } })
    expect([moved.status, moved.body.event]).toEqual([
      200,
      expect.objectContaining({ at: '2026-12-05T15:00:00.000Z', title: 'Созвон' }),
    ])
    expect((await call('PUT', path, { token: student.token, body: { title: 'Нет' } })).status).toBe(403)
    // an event is found in its own course alone
    const elsewhere = `/api/courses/${other.id}/events/${event_id}`
    expect((await call('DELETE', elsewhere, { token: curator.token })).status).toBe(404)
    expect((await call('DELETE', path, { token: teacher.token })).status).toBe(204)
    expect((await call('DELETE', path, { token: teacher.token })).status).toBe(404)
  })

  it('keeps its moment and its title when two people change one of them each at once', async () => {
    const course = await buildTaught()
    const { event_id } = (await add(teacher, course.id)).body.event
    const change = (body: object) =>
      call('PUT', `/api/courses/${course.id}/events/${event_id}`, { token: teacher.token, body })
    for (let round = 0; round < 5; round += 1) {
      const [title, moved] = [`Созвон ${round}`, day(4 + round)]
      await Promise.all([change({ title }), change({ at: moved })])
      expect((await change({})).body.event).toMatchObject({ title, at: moved })
    }
  })

  it.each([
    [{ at, title: ' ' }, 'title'],
    [{ at, title: 'x'.repeat(201) }, 'title'],
    [{ title: 'Созвон' }, 'at'],
    [{ at: 'завтра', title: 'Созвон' }, 'at'],
    [{ at: '9999-01-01T00:00:00Z', title: 'Созвон' }, 'at'],
  ])('is refused as %o', async (body, field) => {
    const course = await buildTaught()
    const response = await add(teacher, course.id, body)
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]])
  })

  it('is refused above the limit, even when several are added at once', async () => {
    const course = await buildTaught()
    await db.execute(sql`insert into course_events (course_id, at, title)
      select ${course.id}, now(), 'Событие ' || n from generate_series(1, ${maxCustomEvents - 2}) as n`)
    const responses = await Promise.all(Array.from({ length: 5 }, () => add(teacher, course.id)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422, 422])
  })
})
