import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { openEventStream } from '#server/events/event-stream.ts'
import { addNotificationEvent, addTaskEvent, deleteOldEvents } from '#server/events/events.repo.ts'
import { beatIntervalMs, maxStreams } from '#server/events/live-streams.ts'
import { openStream } from '#server/events/received.fixture.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

// only the beat and the clock: connections keep their own timers
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
afterAll(() => {
  vi.useRealTimers()
})

const { app, db, deps, call, signedIn } = await testApp()
const [student, stranger, teacher, otherTeacher, curator] = await Promise.all([
  signedIn(),
  signedIn(),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'curator' }),
])
const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
await buildCourse(db, { teachers: [otherTeacher.id], students: [stranger.id] })
const lesson = await buildLesson(db, { course_id: course.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id })
const task = await buildTask(db, { assignment_id: assignment.id, students: [student.id] })

let url = ''
const open: Awaited<ReturnType<typeof openStream>>[] = []
const listen = async (person: { token: string }, lastId?: string) => {
  const stream = await openStream(url, person.token, lastId)
  open.push(stream)
  return stream
}

beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
// every new stream gets the events of the last minute
beforeEach(async () => {
  pass(5)
  await db.execute(sql`update events set created_at = created_at - interval '5 minutes'`)
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

/** Lets minutes pass on the clock of the process. */
const pass = (minutes: number) => {
  vi.setSystemTime(Date.now() + minutes * minuteMs)
}
const about = (happening: string) => ({ type: 'task', happening, task_id: task.id })
const beat = () => vi.advanceTimersByTime(beatIntervalMs)

describe('a stream', () => {
  it('is not cached and not buffered by a proxy', async () => {
    const { response, state, expectBeats } = await listen(student)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(state.retry).toBe(2000)
    beat()
    await expectBeats(1)
  })

  it('is for people who are signed in', async () => {
    expect((await openStream(url, 'nobody')).response.status).toBe(401)
    expect((await fetch(`${url}/api/events`)).status).toBe(401)
    expect((await call('HEAD', '/api/events', { token: student.token })).status).toBe(404)
  })

  it('sends everybody what they may know, and nothing else', async () => {
    const people = { student, stranger, teacher, otherTeacher, curator }
    const streams = await Promise.all(Object.values(people).map((person) => listen(person)))
    await addTaskEvent(db, task.id, 'comment', 'staff')
    await addTaskEvent(db, task.id, 'verdict', 'students')
    await addTaskEvent(db, task.id, 'submitted', 'all')
    await addNotificationEvent(db, [student.id])
    await addNotificationEvent(
      db,
      Object.values(people).map(({ id }) => id),
    )
    await Promise.all(streams.map((stream) => stream.expectReceived([{ type: 'notification' }])))
    const sent = streams.map(({ received }) =>
      received.map((event) => ('happening' in event ? event.happening : event.type)),
    )
    expect(Object.fromEntries(Object.keys(people).map((name, place) => [name, sent[place]]))).toEqual({
      student: ['verdict', 'submitted', 'notification', 'notification'],
      stranger: ['notification'],
      teacher: ['comment', 'submitted', 'notification'],
      otherTeacher: ['notification'],
      curator: ['comment', 'submitted', 'notification'],
    })
    expect(streams[0]?.received[0]).toEqual({ ...about('verdict'), lesson_id: lesson.id, course_id: course.id })
  })

  it('keeps events for staff from staff who wrote the task, and from former teachers', async () => {
    const [former, author, chief] = await Promise.all([
      signedIn({ role: 'student' }),
      signedIn({ role: 'teacher' }),
      signedIn({ role: 'curator' }),
    ])
    const taught = await buildCourse(db, { teachers: [teacher.id, author.id, former.id] })
    const { id: lesson_id } = await buildLesson(db, { course_id: taught.id })
    const { id: assignment_id } = await buildAssignment(db, { lesson_id, team_size: 2 })
    const { id } = await buildTask(db, { assignment_id, students: [author.id, chief.id] })
    const streams = await Promise.all([teacher, curator, author, chief, former].map((person) => listen(person)))
    await addTaskEvent(db, id, 'comment', 'staff')
    await addTaskEvent(db, id, 'score', 'all')
    await Promise.all(streams.slice(0, 4).map((stream) => stream.expectReceived([{ task_id: id, happening: 'score' }])))
    const sent = streams.map(({ received }) => received.map((event) => 'happening' in event && event.happening))
    expect(sent).toEqual([['comment', 'score'], ['comment', 'score'], ['score'], ['score'], []])
  })

  it('includes a lease', async () => {
    const stream = await listen(student)
    const lease = {
      user: { id: teacher.id, name: 'Анна', surname: 'Ёлкина' },
      since: '2026-01-01T10:00:00.000Z',
      expires_at: '2026-01-01T10:20:00.000Z',
    }
    await addTaskEvent(db, task.id, 'lease', 'all', { lease })
    await addTaskEvent(db, task.id, 'lease', 'all', { lease: null })
    await expect.poll(() => stream.received).toMatchObject([{ lease }, { lease: null }])
  })

  it('sends nothing about an act that was rolled back', async () => {
    const stream = await listen(teacher)
    const undone = db.transaction(async (tx) => {
      await addTaskEvent(tx, task.id, 'submitted', 'all')
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await addTaskEvent(db, task.id, 'withdrawn', 'all')
    await stream.expectReceived([about('withdrawn')])
    expect(stream.received).toHaveLength(1)
  })

  it('reads what many acts sent at once in few queries', async () => {
    const stream = await listen(teacher)
    const query = vi.spyOn(deps.pool, 'query')
    await db.transaction(async (tx) => {
      for (let i = 0; i < 50; i += 1) await addTaskEvent(tx, task.id, 'submitted', 'all')
    })
    await expect.poll(() => stream.received).toHaveLength(50)
    const asked = query.mock.calls.filter(([question]) => JSON.stringify(question).includes('from \\"events\\"'))
    query.mockRestore()
    expect(asked.length).toBeLessThan(5)
  })
})

describe('after a cut', () => {
  it('and before it, receives what happened between the page and its stream', async () => {
    await addTaskEvent(db, task.id, 'submitted', 'all')
    await addTaskEvent(db, task.id, 'comment', 'staff')
    const stream = await listen(student)
    expect(stream.received).toMatchObject([about('submitted')])
  })

  it('resumes where the page stopped', async () => {
    const before = await listen(student)
    await addTaskEvent(db, task.id, 'submitted', 'all')
    await before.expectReceived([about('submitted')])
    before.close()
    await addTaskEvent(db, task.id, 'lease', 'all')
    await addTaskEvent(db, task.id, 'comment', 'staff')
    await addTaskEvent(db, task.id, 'verdict', 'students')
    const after = await listen(student, before.state.id)
    await addTaskEvent(db, task.id, 'reopened', 'all')
    await after.expectReceived(['lease', 'verdict', 'reopened'].map(about))
    expect(after.received).not.toContainEqual(expect.objectContaining(about('comment')))
  })

  it('has missed nothing when the page received nothing', async () => {
    const before = await listen(student)
    before.close()
    await addTaskEvent(db, task.id, 'excused', 'all')
    await (await listen(student, before.state.id)).expectReceived([about('excused')])
  })

  it('receives an act that began before the last received one and was committed after it', async () => {
    const before = await listen(teacher)
    const slow = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const act = db.transaction(async (tx) => {
      await addTaskEvent(tx, task.id, 'score', 'all')
      begun.resolve()
      await slow.promise
    })
    await begun.promise
    await addTaskEvent(db, task.id, 'assigned', 'all')
    await before.expectReceived([about('assigned')])
    before.close()
    slow.resolve()
    await act
    await (await listen(teacher, before.state.id)).expectReceived([about('score')])
  })

  it('reloads when the page was away too long', async () => {
    const before = await listen(student)
    await addTaskEvent(db, task.id, 'team', 'all')
    await before.expectReceived([about('team')])
    pass(61)
    await (await listen(student, before.state.id)).expectReceived([{ type: 'reset' }])
    for (const id of [before.state.id, '0', 'что-то', '9'.repeat(40)]) {
      const stream = await listen(student, encodeURIComponent(id as string))
      await stream.expectReceived([{ type: 'reset' }])
      stream.close()
    }
  })

  it('loses nothing when the connection to the database breaks', async () => {
    const stream = await listen(student)
    const onServer = sql`pg_stat_activity where datname = current_database() and application_name = 'praktika: events'`
    const error = vi.spyOn(app.log, 'error').mockImplementation(() => {})
    await addTaskEvent(db, task.id, 'submitted', 'all')
    await stream.expectReceived([about('submitted')])
    await db.execute(sql`select pg_terminate_backend(pid) from ${onServer}`)
    await addTaskEvent(db, task.id, 'withdrawn', 'all')
    await stream.expectReceived([about('withdrawn')])
    await addTaskEvent(db, task.id, 'verdict', 'all')
    await stream.expectReceived([about('verdict')])
    expect((await db.execute(sql`select from ${onServer}`)).rowCount).toBe(1)
    expect(error).toHaveBeenCalled()
    error.mockRestore()
  })
})

it('events are deleted once no page resumes after them', async () => {
  await db.execute(sql`update events set created_at = now() - interval '60 minutes'`)
  await deleteOldEvents(db)
  expect((await db.execute(sql`select from events`)).rowCount).toBeGreaterThan(0)
  await db.execute(sql`update events set created_at = now() - interval '62 minutes'`)
  await deleteOldEvents(db)
  expect((await db.execute(sql`select from events`)).rowCount).toBe(0)
})

describe('a stream ends', () => {
  it('with its session', async () => {
    const [out, off, late, stays] = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()])
    const streams = await Promise.all([out, off, late, stays].map((person) => listen(person)))
    await call('POST', '/api/auth/logout', { token: out.token })
    await db.execute(sql`update users set active = false where id = ${off.id}`)
    await db.execute(sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${late.id}`)
    beat()
    await expect.poll(() => streams.map(({ state }) => state.isOpen)).toEqual([false, false, false, true])
    await addNotificationEvent(db, [out.id, off.id, late.id, stays.id])
    await streams[3]?.expectReceived([{ type: 'notification' }])
    expect(streams.slice(0, 3).flatMap(({ received }) => received)).toEqual([])
  })

  it('when a person has too many, the oldest first', async () => {
    const person = await signedIn()
    const oldest = await listen(person)
    for (let i = 1; i < maxStreams; i += 1) await listen(person)
    expect(oldest.state.isOpen).toBe(true)
    await listen(person)
    await expect.poll(() => oldest.state).toMatchObject({ isOpen: false, retry: 60_000 })
    expect(open.filter(({ state }) => state.isOpen)).toHaveLength(maxStreams)
  })

  it('when nobody reads it', () => {
    const stream = openEventStream({ id: 1, role: 'student' }, Buffer.alloc(32))
    const state = 'x'.repeat(1024)
    for (let i = 0; i < 256; i += 1) stream.write(state)
    expect(stream.bytes.destroyed).toBe(false)
    for (let i = 0; i < 8; i += 1) stream.write(state)
    expect(stream.bytes.destroyed).toBe(true)
  })

  it('with the site, which does not wait for it', async () => {
    const site = await testApp()
    const person = await site.signedIn()
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openStream(address, person.token)
    // a connection that was opened ahead
    const { port } = site.app.server.address() as { port: number }
    const ahead = connect(port, '127.0.0.1')
    await once(ahead, 'connect')
    const cut = once(ahead, 'close')
    // nobody but the site ends either of them: one that waited would wait for longer than this test may take
    await site.app.close()
    await cut
    await expect.poll(() => stream.state.isOpen).toBe(false)
  })
})

it('what a curator receives follows their role', async () => {
  const person = await signedIn({ role: 'curator' })
  const stream = await listen(person)
  await db.execute(sql`update users set role = 'student' where id = ${person.id}`)
  beat()
  await stream.expectBeats(1)
  // the role is read after the beat is sent
  const receiveNext = async () => {
    const before = stream.received.length
    await addTaskEvent(db, task.id, 'submitted', 'staff')
    await addNotificationEvent(db, [person.id])
    await expect.poll(() => stream.received.slice(before)).toContainEqual({ type: 'notification' })
    return stream.received.slice(before)
  }
  await expect.poll(receiveNext).toEqual([{ type: 'notification' }])
})
