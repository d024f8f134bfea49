import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { shareTasks } from '#server/reviews/share-out.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { buildUser } from '#server/users/users.factory.ts'

const app = await testApp()
const { db } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, otherTeacher, curator, course, act, ask, read, taskIn, save, submit, review } =
  desk

beforeEach(async () => {
  await desk.forget()
  await empty(db, 'events')
  await db.execute(sql`update assignments set reviewer_ids = '[]'`)
})

/** Waiting tasks of other students of the course, oldest first; `reviewedBy`: with an attempt that they returned. */
const buildWaiting = async (count: number, reviewedBy?: number) => {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const other = await buildUser(db)
    const earlier = reviewedBy
      ? [
          {
            content: '<p>Раньше</p>',
            hoursAgo: 200 - index,
            review: { user_id: reviewedBy, hoursAgo: 190 - index, verdict: 'returned' as const, comment: 'Ещё' },
          },
        ]
      : []
    const task = await buildTask(db, {
      assignment_id: desk.assignment.id,
      students: [other.id],
      status: 'submitted',
      attempts: [...earlier, { content: '<p>Готово</p>', hoursAgo: 100 - index }],
    })
    ids.push(task.id)
  }
  return ids
}

const assign = (ids: number[], user_id: number | null, person = teacher) =>
  ask(person, 'PUT', '/api/tasks/reviewer', { task_ids: ids, user_id })
const share = (user_ids?: number[], person = teacher) =>
  ask(person, 'POST', `/api/courses/${course.id}/share-out`, user_ids ? { user_ids } : undefined)
const loads = async () => (await ask(teacher, 'GET', `/api/courses/${course.id}/reviewers`)).body

const reviewersOf = async () => {
  const { rows } = await db.execute<{ reviewer_id: number | null }>(sql`select reviewer_id from tasks order by id`)
  return rows.map(({ reviewer_id }) => reviewer_id)
}

const countsOf = (given: { user_id: number; count: number }[]) =>
  Object.fromEntries(given.map(({ user_id, count }) => [user_id, count]))

describe('a task', () => {
  it('is assigned to a teacher and to nobody, with an entry that only staff see', async () => {
    const { id } = await taskIn('submitted')
    const { status, body } = await assign([id], colleague.id)
    expect([status, body]).toEqual([200, { done: [id], refused: [] }])
    const task = await read(teacher, id)
    expect(task.reviewer).toEqual({ id: colleague.id, name: 'Игорь', surname: 'Мох' })
    expect(task.thread.at(-1)).toMatchObject({ kind: 'assigned', text: 'Игорь Мох', user: { id: teacher.id } })
    expect((await read(student, id)).thread.map(({ kind }: { kind: string }) => kind)).not.toContain('assigned')
    expect((await ask(colleague, 'GET', '/api/tasks?reviewer=me')).body.total).toBe(1)
    await assign([id], colleague.id)
    expect((await read(teacher, id)).thread).toHaveLength(task.thread.length)
    await assign([id], null)
    expect((await read(teacher, id)).reviewer).toBeNull()
    expect((await read(teacher, id)).thread.at(-1)).toMatchObject({ kind: 'assigned', text: '' })
    const { rows } = await db.execute(sql`select event->>'happening' as happening, to_curators,
      ${student.id} = any(user_ids) as student, ${colleague.id} = any(user_ids) as staff from events`)
    expect(rows).toEqual(Array(2).fill({ happening: 'assigned', to_curators: true, student: false, staff: true }))
  })

  it('cannot be assigned to somebody who may not review it, nor by somebody who may not see it', async () => {
    const { id } = await taskIn('submitted')
    expect((await assign([id], otherTeacher.id)).body.refused).toMatchObject([
      { id, detail: expect.stringContaining('не может проверять') },
    ])
    expect((await assign([id], curator.id)).body.done).toEqual([id])
    for (const user_id of [student.id, 2_000_000_000]) expect((await assign([id], user_id)).status).toBe(422)
    expect((await assign([id, 2_000_000_000], teacher.id, otherTeacher)).body.refused).toHaveLength(2)
    expect((await assign([id], teacher.id, student)).status).toBe(403)
    expect((await assign([], teacher.id)).status).toBe(422)
    expect(await reviewersOf()).toEqual([curator.id])
  })
})

describe('the load', () => {
  it('counts what waits, since when, and what was reviewed this week', async () => {
    const ids = await buildWaiting(3)
    await assign(ids.slice(0, 2), teacher.id)
    await review(ids[1] as number, { attempt: 1, verdict: 'accepted' })
    const { reviewers, unassigned } = await loads()
    expect(unassigned).toBe(1)
    expect(reviewers).toMatchObject([
      { user: { id: teacher.id, name: 'Ольга' }, waiting: 1, oldest_at: expect.stringMatching(/Z$/), reviewed: 1 },
      { user: { id: colleague.id }, waiting: 0, oldest_at: null, reviewed: 0 },
    ])
  })
})

describe('sharing out', () => {
  it('is even, and prefers the last reviewer of a task', async () => {
    const known = await buildWaiting(2, colleague.id)
    const fresh = await buildWaiting(4)
    const { status, body } = await share()
    expect(status).toBe(200)
    expect(countsOf(body.given)).toEqual({ [teacher.id]: 3, [colleague.id]: 3 })
    for (const id of known) expect((await read(teacher, id)).reviewer.id).toBe(colleague.id)
    for (const id of fresh.slice(0, 2)) expect((await read(teacher, id)).reviewer.id).toBe(teacher.id)
    expect((await share()).body.given).toEqual([])
    expect((await loads()).unassigned).toBe(0)
  })

  it('uses only the listed people: by the caller, and by the assignment', async () => {
    await buildWaiting(3)
    for (const ids of [[otherTeacher.id], [student.id], [teacher.id, 2_000_000_000]]) {
      expect((await share(ids)).status).toBe(422)
    }
    expect((await share([])).status).toBe(422)
    expect(await reviewersOf()).toEqual([null, null, null])
    const first = Math.min(curator.id, colleague.id)
    expect(countsOf((await share([curator.id, colleague.id])).body.given)).toEqual({
      [colleague.id]: first === colleague.id ? 2 : 1,
      [curator.id]: first === curator.id ? 2 : 1,
    })
    await desk.forget()
    await buildWaiting(2)
    await db.execute(
      sql`update assignments set reviewer_ids = ${JSON.stringify([colleague.id, otherTeacher.id])}::jsonb`,
    )
    expect((await share()).body.given).toEqual([{ user_id: colleague.id, count: 2 }])
  })

  it('done by many at once assigns each task once, and evenly', async () => {
    await buildWaiting(9)
    const responses = await Promise.all([share(), share(undefined, colleague), share(undefined, curator), share()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const counts = responses.flatMap(({ body }) => body.given.map(({ count }: { count: number }) => count))
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(9)
    const given = await reviewersOf()
    const each = [teacher, colleague].map((person) => given.filter((id) => id === person.id).length)
    expect(each.toSorted()).toEqual([4, 5])
    const { rows } = await db.execute(sql`select 1 from thread_entries where kind = 'assigned'`)
    expect(rows).toHaveLength(9)
  })

  it('is always the same for the same tasks', () => {
    const task = (id: number, last_reviewer: number | null = null, student_ids: number[] = []) => ({
      id,
      attempt: 1,
      submitted_at: 1000 - id,
      reviewer_ids: [],
      last_reviewer,
      student_ids,
    })
    const given = [task(1), task(2, 7), task(3, 99), task(4, null, [5]), task(5)]
    const share = (tasks: typeof given) =>
      shareTasks(tasks, [5, 7], new Map([[7, 1]])).map(({ task, user_id }) => [task.id, user_id])
    expect(share(given)).toEqual([
      [2, 7],
      [5, 5],
      [4, 7],
      [3, 5],
      [1, 5],
    ])
    expect(share(given.toReversed())).toEqual(share(given))
  })
})

describe('a hand-in', () => {
  it('goes to the listed reviewer with the fewest tasks, those that wait for nobody left out', async () => {
    const archived = await buildCourse(db, { teachers: [teacher.id], status: 'archived' })
    const { id: lesson_id } = await buildLesson(db, { course_id: archived.id })
    const idle = await buildTask(db, {
      assignment_id: (await buildAssignment(db, { lesson_id })).id,
      students: [(await buildUser(db)).id],
      status: 'submitted',
      attempts: [{ content: '<p>Готово</p>', hoursAgo: 9000 }],
    })
    const first = Math.min(teacher.id, colleague.id)
    await db.execute(sql`update tasks set reviewer_id = ${first} where id = ${idle.id}`)
    await db.execute(sql`update assignments set reviewer_ids = ${JSON.stringify([teacher.id, colleague.id])}::jsonb`)
    const { id } = await taskIn('draft')
    await submit(id)
    expect((await read(teacher, id)).reviewer.id).toBe(first)
  })

  it.each([
    ['leaves the course', sql`delete from course_teachers where user_id = ${colleague.id}`],
    ['is deactivated', sql`update users set active = false where id = ${colleague.id}`],
  ])('does not go to somebody who %s at that very moment', async (_why, leave) => {
    const { id } = await taskIn('submitted')
    await review(id, { attempt: 2, verdict: 'returned', comment: 'Ещё' }, colleague)
    const letGo = await hold(db, leave)
    try {
      const handedIn = submit(id)
      await expect.poll(() => countWaiting(db)).toBe(1)
      await letGo()
      expect((await handedIn).body.task.status.slug).toBe('submitted')
      expect(await reviewersOf()).toEqual([null])
    } finally {
      await letGo()
      await db.execute(sql`update users set active = true where id = ${colleague.id}`)
      await db.execute(sql`
        insert into course_teachers (course_id, user_id) values (${course.id}, ${colleague.id}) on conflict do nothing`)
    }
  })
})

describe('a next attempt', () => {
  it('goes to the reviewer of the last one, while they may review', async () => {
    const { id } = await taskIn('submitted')
    await review(id, { attempt: 2, verdict: 'returned', comment: 'Ещё' }, colleague)
    await save(id, '<p>Исправил</p>', 1)
    await submit(id)
    expect((await read(teacher, id)).reviewer.id).toBe(colleague.id)
    await act(student, id, 'withdraw')
    await db.execute(sql`delete from course_teachers where user_id = ${colleague.id}`)
    try {
      await submit(id)
      expect((await read(teacher, id)).reviewer).toBeNull()
    } finally {
      await db.execute(sql`insert into course_teachers (course_id, user_id) values (${course.id}, ${colleague.id})`)
    }
  })
})

describe('tasks of somebody who may no longer review', () => {
  const teach = (ids: number[]) => ask(curator, 'PUT', `/api/courses/${course.id}/teachers`, { user_ids: ids })
  const change = (id: number, body: object) => ask(curator, 'PUT', `/api/users/${id}`, body)

  it.each([
    ['left the course', () => teach([teacher.id])],
    ['became a student', (id: number) => change(id, { role: 'student' })],
    ['was turned off', (id: number) => change(id, { active: false })],
    ['was removed', (id: number) => ask(curator, 'DELETE', `/api/users/${id}`)],
  ])('is nobody’s, and is shared out again once its reviewer %s', async (_why, go) => {
    const former = await buildUser(db, { role: 'teacher' })
    await teach([teacher.id, former.id])
    const [first = 0, second = 0, third = 0] = await buildWaiting(3)
    await assign([first, second], former.id)
    await assign([third], teacher.id)
    const lease = sql`lease_since = now(), lease_expires_at = now() + interval '20 minutes'`
    await db.execute(sql`update tasks set lease_user_id = ${former.id}, ${lease} where id = ${third}`)
    expect((await go(former.id)).status).toBeLessThan(300)
    expect(await reviewersOf()).toEqual([null, null, teacher.id])
    expect((await read(teacher, third)).lease).toBeNull()
    expect((await loads()).unassigned).toBe(2)
    expect((await ask(teacher, 'GET', '/api/tasks?reviewer=nobody')).body.total).toBe(2)
    expect(countsOf((await share()).body.given)).toEqual({ [teacher.id]: 2 })
  })

  it.each([
    ['shared out', () => share(), null],
    ['freed', () => teach([teacher.id, colleague.id]), otherTeacher],
    [
      'handed over',
      () => ask(curator, 'POST', `/api/users/${otherTeacher.id}/handover`, { to: [teacher.id] }),
      otherTeacher,
    ],
  ])('are %s while a verdict is being given: one act waits for the other', async (_what, move, reviewer) => {
    await teach([teacher.id, colleague.id, otherTeacher.id])
    const [id = 0] = await buildWaiting(1)
    if (reviewer) await assign([id], reviewer.id)
    // the verdict has locked the task, and its course not yet
    const release = await hold(db, sql`select 1 from attempts where task_id = ${id} for update`)
    const judged = review(id, { attempt: 1, verdict: 'accepted' }, colleague)
    await expect.poll(() => countWaiting(db)).toBe(1)
    const moved = move()
    await expect.poll(() => countWaiting(db)).toBe(2)
    await release()
    expect([(await judged).status, (await moved).status].map((status) => status < 300)).toEqual([true, true])
    await teach([teacher.id, colleague.id])
  })

  it('are unassigned even when they are assigned at that very moment', async () => {
    const ids = await buildWaiting(6)
    for (const go of [() => teach([teacher.id]), (id: number) => change(id, { role: 'student' })]) {
      const former = await buildUser(db, { role: 'teacher' })
      await teach([teacher.id, former.id])
      await Promise.all([go(former.id), ...ids.map((id) => assign([id], former.id)), share([former.id])])
      expect(await reviewersOf()).toEqual(ids.map(() => null))
    }
  })
})
