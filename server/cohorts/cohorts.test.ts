import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
type Row = { id: number }
let curator: Signed
let leader: Signed
let student: Signed
let mate: Signed
let course: Row
let other: Row

beforeEach(async () => {
  ;[curator, leader, student, mate] = await Promise.all([
    signedIn({ role: 'curator' }),
    signedIn({ role: 'teacher' }),
    signedIn(),
    signedIn(),
  ])
  ;[course, other] = await Promise.all([buildCourse(db, { name: 'Вёрстка' }), buildCourse(db, { name: 'Шрифты' })])
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const ids = (rows: Row[]) => rows.map(({ id }) => id)
const sorted = (list: number[]) => list.toSorted((a, b) => a - b)

const make = async (body: object = {}) => {
  const response = await ask(curator, 'POST', '/api/cohorts', { name: '9 «А»', ...body })
  expect(response.status).toBe(201)
  return response.body.cohort
}
const change = (cohort: Row, body: object) => ask(curator, 'PUT', `/api/cohorts/${cohort.id}`, body)
const enrolByHand = (people: Row[], { id } = course) =>
  ask(curator, 'PUT', `/api/courses/${id}/students`, { user_ids: ids(people) })
const taking = async ({ id } = course) => {
  const { body } = await ask(curator, 'GET', `/api/courses/${id}`)
  return sorted(ids(body.course.students))
}
const leaversOf = async ({ id } = course) => {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    select user_id from course_leavers where course_id = ${id} order by user_id`)
  return rows.map(({ user_id }) => user_id)
}
const newsOf = async ({ token }: Signed) =>
  (await call('GET', '/api/auth/user', { token })).body.user.notifications.data.map(
    ({ data }: { data: { title: string } }) => data.title,
  )

describe('a class', () => {
  it('has people, courses and dates', async () => {
    const cohort = await make({
      name: '  9   «А» ',
      leader_ids: [leader.id],
      student_ids: [mate.id, student.id, student.id],
      course_ids: [other.id, course.id],
      starts_on: '2026-09-01',
      ends_on: '2027-05-31',
    })
    expect(cohort).toMatchObject({
      name: '9 «А»',
      starts_on: '2026-09-01',
      ends_on: '2027-05-31',
      leader_ids: [leader.id],
      course_ids: [course.id, other.id],
      leaders: [{ id: leader.id, role: { slug: 'teacher' } }],
      courses: [
        { id: course.id, name: 'Вёрстка', status: { slug: 'published' } },
        { id: other.id, name: 'Шрифты' },
      ],
    })
    expect(sorted(cohort.student_ids)).toEqual(sorted([student.id, mate.id]))
    expect(ids(cohort.students)).toEqual(cohort.student_ids)
    expect((await ask(leader, 'GET', `/api/cohorts/${cohort.id}`)).body.cohort).toEqual(cohort)
  })

  it('shows its leaders nobody who is about to be erased, who keeps the place', async () => {
    const cohort = await make({ leader_ids: [leader.id], student_ids: [student.id, mate.id] })
    await db.execute(sql`update users set erase_at = now() + interval '14 days' where id = ${mate.id}`)
    const path = `/api/cohorts/${cohort.id}`
    expect(ids((await ask(leader, 'GET', path)).body.cohort.students)).toEqual([student.id])
    expect(ids((await ask(leader, 'GET', `${path}/progress`)).body.progress.students)).toEqual([student.id])
    const [listed] = (await ask(leader, 'GET', '/api/cohorts')).body.cohorts
    expect(listed.student_ids).toEqual([student.id])
    expect(sorted((await ask(curator, 'GET', path)).body.cohort.student_ids)).toEqual(sorted([student.id, mate.id]))
  })

  it('is in the list of curators and of its leaders', async () => {
    const [own] = [await make({ leader_ids: [leader.id] }), await make({ name: '9 «Б»' })]
    expect(ids((await ask(leader, 'GET', '/api/cohorts')).body.cohorts)).toEqual([own.id])
    const all = (await ask(curator, 'GET', '/api/cohorts')).body.cohorts
    expect(all.length).toBeGreaterThan(1)
    expect(all.find(({ id }: Row) => id === own.id)).toMatchObject({ leaders: [{ id: leader.id }], student_ids: [] })
  })

  it('is not led any more by somebody who became a student or left', async () => {
    const cohort = await make({ leader_ids: [leader.id] })
    await ask(curator, 'PUT', `/api/users/${leader.id}`, { role: 'student' })
    expect((await ask(leader, 'GET', `/api/cohorts/${cohort.id}`)).status).toBe(403)
    await ask(curator, 'PUT', `/api/users/${leader.id}`, { role: 'teacher', active: false })
    expect((await ask(curator, 'GET', `/api/cohorts/${cohort.id}`)).body.cohort.leaders).toEqual([])
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ starts_on: '2026-02-30' }, 'starts_on'],
    [{ starts_on: '2026-09-02', ends_on: '2026-09-01' }, 'ends_on'],
    [{ student_ids: Array.from({ length: 1001 }, (_, at) => at + 1) }, 'student_ids'],
    [{ student_ids: [2_000_000_000] }, 'student_ids'],
    [{ leader_ids: [2_000_000_000] }, 'leader_ids'],
    [{ course_ids: [2_000_000_000] }, 'course_ids'],
  ])('refuses %o', async (body, field) => {
    const cohort = await make({ student_ids: [student.id], course_ids: [course.id] })
    const before = (await ask(curator, 'GET', `/api/cohorts/${cohort.id}`)).body
    for (const response of [
      await ask(curator, 'POST', '/api/cohorts', { name: '9 «В»', ...body }),
      await change(cohort, body),
    ]) {
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]])
    }
    expect((await ask(curator, 'GET', `/api/cohorts/${cohort.id}`)).body).toEqual(before)
    expect(await taking()).toEqual([student.id])
  })

  it('checks one new date against the other', async () => {
    const cohort = await make({ starts_on: '2026-09-01' })
    expect((await change(cohort, { ends_on: '2026-08-31' })).body.errors).toHaveProperty('ends_on')
    expect((await change(cohort, { ends_on: '2026-08-31', starts_on: null })).body.cohort).toMatchObject({
      starts_on: null,
      ends_on: '2026-08-31',
    })
  })

  it('refuses students as leaders, staff as students, and deleted courses', async () => {
    await updateCourse(db, other.id, { deleted_at: new Date().toISOString() })
    const gone = await buildUser(db, { active: false })
    for (const [body, field] of [
      [{ leader_ids: [student.id] }, 'leader_ids'],
      [{ student_ids: [leader.id] }, 'student_ids'],
      [{ student_ids: [student.id, gone.id] }, 'student_ids'],
      [{ course_ids: [other.id] }, 'course_ids'],
    ] as const) {
      const { status, body: problem } = await ask(curator, 'POST', '/api/cohorts', { name: '9 «А»', ...body })
      expect([status, Object.keys(problem.errors)]).toEqual([422, [field]])
    }
  })
})

describe('a class in courses', () => {
  it('enrols who joins and what is added later, and notifies them once', async () => {
    const cohort = await make({ student_ids: [student.id], course_ids: [course.id] })
    await runEffects()
    expect(await newsOf(student)).toEqual(['Вы записаны на курс <b>«Вёрстка»</b>'])
    await change(cohort, { student_ids: [student.id, mate.id] })
    await change(cohort, { course_ids: [course.id, other.id] })
    await runEffects()
    expect(await taking()).toEqual(sorted([student.id, mate.id]))
    expect(await taking(other)).toEqual(sorted([student.id, mate.id]))
    expect(await newsOf(student)).toHaveLength(2)
    expect(await newsOf(mate)).toHaveLength(2)
    expect((await ask(mate, 'GET', `/api/courses/${other.id}`)).status).toBe(200)
  })

  it('ends what only it was the reason for: on leaving it, without a course, and when it is deleted', async () => {
    const cohort = await make({ student_ids: [student.id, mate.id], course_ids: [course.id, other.id] })
    await change(cohort, { student_ids: [mate.id] })
    expect([await taking(), await leaversOf()]).toEqual([[mate.id], [student.id]])
    expect((await ask(student, 'GET', `/api/courses/${course.id}`)).status).toBe(404)
    await change(cohort, { course_ids: [other.id] })
    expect([await taking(), await taking(other)]).toEqual([[], [mate.id]])
    expect((await ask(curator, 'DELETE', `/api/cohorts/${cohort.id}`)).status).toBe(204)
    expect([await taking(other), await leaversOf(other)]).toEqual([[], sorted([student.id, mate.id])])
    expect((await ask(curator, 'GET', `/api/cohorts/${cohort.id}`)).status).toBe(404)
    expect((await ask(curator, 'DELETE', `/api/cohorts/${cohort.id}`)).status).toBe(404)
  })

  it('leaves who was also enrolled by hand, before or after', async () => {
    await enrolByHand([student])
    const cohort = await make({ student_ids: [student.id, mate.id], course_ids: [course.id] })
    await change(cohort, { student_ids: [] })
    expect(await taking()).toEqual([student.id])
    await change(cohort, { student_ids: [student.id, mate.id] })
    await enrolByHand([student, mate])
    await change(cohort, { student_ids: [] })
    expect(await taking()).toEqual(sorted([student.id, mate.id]))
    await enrolByHand([])
    expect(await taking()).toEqual([])
  })

  it('keeps who is in another class with the same course', async () => {
    const [first, second] = [
      await make({ student_ids: [student.id], course_ids: [course.id] }),
      await make({ student_ids: [student.id], course_ids: [course.id] }),
    ]
    await change(first, { student_ids: [] })
    expect([await taking(), await leaversOf()]).toEqual([[student.id], []])
    await ask(curator, 'DELETE', `/api/cohorts/${second.id}`)
    expect([await taking(), await leaversOf()]).toEqual([[], [student.id]])
  })

  it('does not let a course be emptied of it by hand, and shows the staff how each student came', async () => {
    await make({ name: '9 «А»', student_ids: [student.id], course_ids: [course.id] })
    const { body } = await enrolByHand([mate])
    const students = Object.fromEntries(body.course.students.map((person: Row) => [person.id, person]))
    expect(students[student.id]).toMatchObject({ by_hand: false, cohorts: ['9 «А»'] })
    expect(students[mate.id]).toMatchObject({ by_hand: true, cohorts: [] })
    expect((await enrolByHand([])).body.course.students).toMatchObject([{ id: student.id }])
  })

  it('keeps the places of deactivated accounts and deleted courses', async () => {
    const cohort = await make({ student_ids: [student.id, mate.id], course_ids: [course.id, other.id] })
    await ask(curator, 'DELETE', `/api/users/${mate.id}`)
    await ask(curator, 'DELETE', `/api/courses/${other.id}`)
    const { body } = await change(cohort, { student_ids: [student.id], course_ids: [course.id] })
    expect(body.cohort).toMatchObject({ student_ids: [student.id], course_ids: [course.id] })
    await ask(curator, 'PUT', `/api/users/${mate.id}`, { active: true })
    await ask(curator, 'POST', `/api/courses/${other.id}/restore`)
    expect((await ask(curator, 'GET', `/api/cohorts/${cohort.id}`)).body.cohort.course_ids).toHaveLength(2)
    expect([await taking(), await taking(other)]).toEqual(Array(2).fill(sorted([student.id, mate.id])))
  })

  it('does not enrol somebody who was erased', async () => {
    const cohort = await make({ student_ids: [student.id, mate.id] })
    await ask(student, 'POST', `/api/users/${student.id}/erasure`, { password: demoPassword })
    await db.execute(sql`update effects set visible_at = now() where kind = 'account-erased'`)
    await runEffects()
    await change(cohort, { course_ids: [course.id] })
    const { rows } = await db.execute(sql`select user_id from course_students where course_id = ${course.id}`)
    expect(rows).toEqual([{ user_id: mate.id }])
  })

  it('notifies students once of all courses they have joined with it', async () => {
    await make({ student_ids: [student.id, mate.id], course_ids: [course.id, other.id] })
    const { rows } = await db.execute<{ payload: { user_ids: number[] } }>(sql`
      select payload from effects where kind = 'courses-enrolled' and payload->'user_ids' @> to_jsonb(${mate.id}::int)`)
    expect(rows.map(({ payload }) => sorted(payload.user_ids))).toEqual([sorted([student.id, mate.id])])
    await runEffects()
    const { body } = await ask(mate, 'GET', '/api/users/notifications')
    expect(body.notifications).toMatchObject([
      { type: 'course-enrolled', data: { title: expect.stringContaining('Вас записали на <b>2\u00A0курса</b>: «') } },
    ])
    await ask(curator, 'PUT', `/api/courses/${course.id}`, { status: 'draft' })
    await ask(curator, 'PUT', `/api/courses/${course.id}`, { status: 'published' })
    await runEffects()
    expect((await ask(mate, 'GET', '/api/users/notifications')).body.total).toBe(1)
  })

  it('is in the journal of changes with who and what was added and removed', async () => {
    const cohort = await make({ student_ids: [student.id], course_ids: [course.id] })
    await change(cohort, { student_ids: [mate.id], name: '10 «Б»' })
    await change(cohort, { student_ids: [mate.id], name: '10 «Б»' })
    await ask(curator, 'DELETE', `/api/cohorts/${cohort.id}`)
    const { rows } = await db.execute(sql`
      select kind, before, after from audit_entries
      where object_kind = 'cohort' and object_id = ${String(cohort.id)} order by id`)
    expect(rows).toEqual([
      { kind: 'cohort-created', before: {}, after: { students: [student.id], courses: [course.id] } },
      { kind: 'cohort-changed', before: { students: [student.id] }, after: { students: [mate.id], fields: ['name'] } },
      { kind: 'cohort-deleted', before: { name: '10 «Б»', students: [mate.id], courses: [course.id] }, after: {} },
    ])
    // all of them are about a class that has its name also now that it is gone
    const { entries } = (await ask(curator, 'GET', '/api/audit')).body
    const names = entries.flatMap(({ object }: AuditEntry) =>
      object.kind === 'cohort' && object.id === cohort.id ? object.name : [],
    )
    expect(names).toEqual(['10 «Б»', '10 «Б»', '10 «Б»'])
  })

  it('notifies nobody who takes the course already', async () => {
    await enrolByHand([student])
    await make({ student_ids: [student.id], course_ids: [course.id] })
    const { rows } = await db.execute(sql`
      select 1 from effects where kind = 'course-enrolled' and payload->>'course_id' = ${String(course.id)}`)
    expect(rows).toHaveLength(1)
  })

  it('takes as many statements for one as for many', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => buildUser(db)))
    const courses = await Promise.all(Array.from({ length: 6 }, () => buildCourse(db)))
    const cohort = await make()
    const count = (students: Row[], taken: Row[]) =>
      countStatements(() => change(cohort, { student_ids: ids(students), course_ids: ids(taken) }))
    await count(people.slice(0, 1), courses.slice(0, 1))
    const few = await count(people.slice(1, 2), courses.slice(1, 2))
    const many = await count(people.slice(2), courses.slice(2))
    expect(many).toBe(few)
  })

  it('holds two curators at once', async () => {
    const [first, second] = [
      await make({ student_ids: [student.id], course_ids: [course.id, other.id] }),
      await make({ student_ids: [student.id], course_ids: [other.id, course.id] }),
    ]
    const responses = await Promise.all([
      change(first, { student_ids: [] }),
      change(second, { student_ids: [] }),
      change(first, { course_ids: [other.id] }),
      enrolByHand([mate]),
      enrolByHand([mate], other),
      ask(curator, 'DELETE', `/api/cohorts/${second.id}`),
    ])
    expect(responses.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([])
    expect([await taking(), await taking(other)]).toEqual([[mate.id], [mate.id]])
  })
})

describe('progress of a class', () => {
  const past = '2026-01-01T10:00:00Z'
  const addLesson = async (values: object = {}, assigned: object | null = {}) => {
    const lesson = await buildLesson(db, { course_id: course.id, ...values })
    return { lesson, assignment: assigned && (await buildAssignment(db, { lesson_id: lesson.id, ...assigned })) }
  }
  const read = async (cohort: Row, person = leader) => {
    const { status, body } = await ask(person, 'GET', `/api/cohorts/${cohort.id}/progress`)
    expect(status).toBe(200)
    return body.progress
  }

  it('counts lessons and tasks of every course, and finds who has fallen behind', async () => {
    const cohort = await make({
      leader_ids: [leader.id],
      student_ids: [student.id, mate.id],
      course_ids: [course.id, other.id],
    })
    const accepted = await addLesson()
    const late = await addLesson({}, { due_at: past })
    const excused = await addLesson({}, { due_at: past })
    const extended = await addLesson({}, { due_at: past })
    await addLesson({}, null)
    await addLesson({ status: 'draft' }, { due_at: past })
    const task = (assignment: Row | null, values: object) =>
      buildTask(db, { assignment_id: assignment?.id as number, students: [student.id], ...values } as never)
    await task(accepted.assignment, { status: 'accepted', attempts: [{ content: '<p>Вот</p>', hoursAgo: 1 }] })
    await task(excused.assignment, { status: 'excused' })
    const { id } = await task(extended.assignment, { status: 'draft' })
    await db.execute(sql`update tasks set extended_until = now() + interval '1 day' where id = ${id}`)
    await ask(mate, 'POST', `/api/lessons/${late.lesson.id}/read`)
    await db.execute(sql`update last_visits set at = now() - interval '8 days' where user_id = ${student.id}`)
    const { courses, students } = await read(cohort)
    expect(ids(courses)).toEqual([course.id, other.id])
    const of = (person: Row) => students.find((row: Row) => row.id === person.id)
    expect(of(student)).toMatchObject({
      email: student.user.email,
      overdue: 1,
      days_away: 8,
      behind: true,
      cells: [
        { course_id: course.id, accepted: 1, total: 3, read: 2, lessons: 5, overdue: 1 },
        { course_id: other.id, accepted: 0, total: 0, read: 0, lessons: 0, overdue: 0 },
      ],
    })
    expect(of(mate)).toMatchObject({ overdue: 3, days_away: 0, behind: true })
    expect(of(mate).cells[0]).toMatchObject({ accepted: 0, total: 4, read: 1 })
  })

  it('has fallen behind after seven days without a visit, and not before', async () => {
    const cohort = await make({ leader_ids: [leader.id], student_ids: [student.id, mate.id] })
    await db.execute(sql`
      update last_visits set at = now() - interval '1 minute' - case user_id when ${student.id} then interval '7 days'
        else interval '6 days' end where user_id in (${student.id}, ${mate.id})`)
    const { students } = await read(cohort)
    expect(Object.fromEntries(students.map((row: { id: number; behind: boolean }) => [row.id, row.behind]))).toEqual({
      [student.id]: true,
      [mate.id]: false,
    })
  })

  it('remembers the last visit of somebody who signed out', async () => {
    const cohort = await make({ leader_ids: [leader.id], student_ids: [student.id] })
    await ask(student, 'POST', '/api/auth/logout')
    expect((await read(cohort)).students[0]).toMatchObject({ days_away: 0, visited_at: expect.any(String) })
  })

  it('takes as many statements for a large class as for a small one', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUser(db)))
    const courses = await Promise.all(Array.from({ length: 4 }, () => buildCourse(db)))
    for (const { id } of courses) await addLesson({ course_id: id })
    const [small, large] = [
      await make({ student_ids: [student.id], course_ids: [course.id] }),
      await make({ student_ids: ids(people), course_ids: ids(courses) }),
    ]
    const count = (cohort: Row) => countStatements(() => read(cohort, curator))
    await count(small)
    expect(await count(large)).toBe(await count(small))
  })
})
