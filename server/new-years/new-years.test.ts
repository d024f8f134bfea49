import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { nextName } from '#contract/new-years/next-name.ts'
import { buildCohort, fillCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildLink, buildTool } from '#server/lti/lti.factory.ts'
import { buildQuiz } from '#server/quizzes/quizzes.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const teacher = await signedIn({ role: 'teacher' })
const by = { id: curator.id, role: 'curator' } as const

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, token = curator.token) =>
  call(method, path, { token, ...(body === undefined ? {} : { body }) })
const plan = (body: object) => ask('POST', '/api/new-years', { shift_days: 364, cohorts: [], courses: [], ...body })
const apply = (id: number) => ask('POST', `/api/new-years/${id}/apply`)
const undo = (id: number) => ask('POST', `/api/new-years/${id}/undo`)

/** A course with a lesson, an assignment with a due date, a quiz and a tool of another site. */
const courseWith = async (name: string) => {
  const course = await buildCourse(db, { name, teachers: [teacher.id], starts_on: '2026-09-01' })
  const section = await buildSection(db, course.id, 'Начало')
  const lesson = await buildLesson(db, { course_id: course.id, section_id: section.id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id, due_at: '2026-10-01T10:00:00.000Z' })
  await buildQuiz(db, { lesson_id: lesson.id })
  await buildLink(db, { lesson_id: lesson.id })
  return { id: course.id, assignment_id: assignment.id }
}
const classWith = async (name: string, courses: { id: number }[], size = 2) => {
  const students = await Promise.all(Array.from({ length: size }, () => buildUser(db)))
  const ids = students.map(({ id }) => id)
  const id = await buildCohort(db, { by, name, students: ids, courses: courses.map(({ id }) => id) })
  return { id, students: ids }
}
const marked = (assignment_id: number, student: number) =>
  buildTask(db, {
    assignment_id,
    students: [student],
    status: 'accepted',
    attempts: [
      {
        content: '<p>Да</p>',
        hoursAgo: 2,
        review: { user_id: teacher.id, hoursAgo: 1, verdict: 'accepted', score: 5 },
      },
    ],
  })
const cohort = async (id: number) => (await ask('GET', `/api/cohorts/${id}`)).body.cohort
const course = async (id: number) => (await ask('GET', `/api/courses/${id}`)).body.course

/** Every row of every table, but those of the new year itself, effects, events and what only grows. */
const digest = async () => {
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name not in ('new_years', 'audit_entries', 'audit_links', 'effects', 'events', 'security_entries', 'sessions', 'last_visits')
    order by 1`)
  const sums: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ sum: string }>(
      sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

describe('the rule of names', () => {
  it.each([
    ['9А', '10А'],
    ['1 «Б»', '2 «Б»'],
    ['10-1', '11-1'],
    ['11А', null],
    ['Керамика', undefined],
    ['2026 набор', undefined],
    ['12', undefined],
  ])('%s becomes %s', (name, next) => expect(nextName(name)).toBe(next))
})

describe('a new year', () => {
  it('moves classes up, copies courses for those who come next, archives and marks leavers', async () => {
    const [art8, art9, last] = [await courseWith('ИЗО 8'), await courseWith('ИЗО 9'), await courseWith('ИЗО 11')]
    const [eighth, ninth, eleventh] = [
      await classWith('8А', [art8]),
      await classWith('9А', [art9]),
      await classWith('11А', [last]),
    ]
    await marked(art8.assignment_id, eighth.students[0] as number)
    const { proposal } = (await ask('GET', '/api/new-years')).body
    expect(proposal.cohorts.map(({ name, act, new_name }: Record<string, string>) => [name, act, new_name])).toEqual([
      ['11А', 'graduate', expect.stringContaining('11А, выпуск 20')],
      ['8А', 'up', '9А'],
      ['9А', 'up', '10А'],
    ])
    expect(
      proposal.courses.map(({ id, act, next_cohort_ids }: Record<string, unknown>) => [id, act, next_cohort_ids]),
    ).toEqual([
      [last.id, 'renew', []],
      [art8.id, 'renew', []],
      [art9.id, 'renew', [eighth.id]],
    ])
    const { status, body } = await plan({
      starts_on: '2027-09-01',
      ends_on: '2028-05-31',
      cohorts: [
        { id: eighth.id, act: 'up', name: '9А' },
        { id: ninth.id, act: 'up', name: '10А' },
        { id: eleventh.id, act: 'graduate', name: '11А, выпуск 2027', deactivate: true },
      ],
      courses: [
        { id: art8.id, act: 'archive' },
        { id: art9.id, act: 'renew', name: 'ИЗО 9', cohort_ids: [eighth.id] },
        { id: last.id, act: 'archive' },
      ],
    })
    expect(status).toBe(201)
    expect(body.new_year).toMatchObject({
      status: 'planned',
      starts_on: '2027-09-01',
      ends_on: '2028-05-31',
      courses: [{}, { name: 'ИЗО 9', new_name: 'ИЗО 9', lesson_count: 1, cohorts: ['9А'] }, {}],
    })
    expect(body.new_year.leavers.map(({ id }: { id: number }) => id).toSorted()).toEqual(eleventh.students.toSorted())
    // nothing is changed yet
    expect((await cohort(eighth.id)).name).toBe('8А')

    const { id } = body.new_year
    expect((await apply(id)).body.new_year.status).toBe('applied')
    expect(await cohort(ninth.id)).toMatchObject({ name: '10А', starts_on: '2027-09-01', course_ids: [] })
    const after = await cohort(eighth.id)
    expect([after.name, after.course_ids.length]).toEqual(['9А', 1])
    const copy = await course(after.course_ids[0])
    expect(copy).toMatchObject({ name: 'ИЗО 9', status: { slug: 'draft' }, starts_on: '2027-08-31' })
    expect(copy.teachers.map(({ id }: { id: number }) => id)).toEqual([teacher.id])
    expect(copy.students.map(({ id }: { id: number }) => id).toSorted()).toEqual(eighth.students.toSorted())
    // students of a course keep it in the archive, with their marks
    const old = await course(art8.id)
    expect([old.status.slug, old.students.length]).toEqual(['archived', 2])
    const { rows } = await db.execute(sql`
      select score from tasks join task_students on task_id = tasks.id where user_id = ${eighth.students[0] as number}`)
    expect(rows).toEqual([{ score: 5 }])
    expect((await ask('GET', `/api/users/${eleventh.students[0]}`)).body.user.active).toBe(false)
    expect((await apply(id)).status).toBe(409)

    const { entries } = (await ask('GET', '/api/audit?kind=new-year')).body
    expect(entries[0].after.year).toEqual({ cohorts: 3, copies: 1, archived: 3, leavers: 2 })
    expect((await undo(id)).body.new_year.status).toBe('undone')
    expect((await cohort(ninth.id)).course_ids).toEqual([art9.id])
  })

  it('is refused when something has changed since it was planned, and changes nothing', async () => {
    const art = await courseWith('ИЗО')
    const group = await classWith('7Б', [art])
    const { id } = (await plan({ cohorts: [{ id: group.id, act: 'up', name: '8Б' }] })).body.new_year
    await ask('PUT', `/api/cohorts/${group.id}`, { name: '7В' })
    const before = await digest()
    expect((await apply(id)).status).toBe(409)
    expect(await digest()).toEqual(before)
    expect((await undo(id)).status).toBe(409)
  })

  it('copies no course twice that two curators have planned', async () => {
    const art = await courseWith('ИЗО дважды')
    const renewed = { courses: [{ id: art.id, act: 'renew' }] }
    const [first, second] = [(await plan(renewed)).body.new_year, (await plan(renewed)).body.new_year]
    expect((await apply(first.id)).status).toBe(200)
    expect((await apply(second.id)).status).toBe(409)
    const { status, body } = await plan(renewed)
    expect([status, body.errors]).toEqual([422, { courses: ['Уже в архиве: «ИЗО дважды». Обновите страницу.'] }])
  })

  it('ends the calendar links of leavers with their sessions', async () => {
    const leaver = await signedIn()
    const link = await ask('POST', '/api/calendar/link', undefined, leaver.token)
    const path = new URL(link.body.url).pathname
    expect((await call('GET', path)).status).toBe(200)
    await apply((await plan({ leaver_ids: [leaver.id] })).body.new_year.id)
    await ask('PUT', `/api/users/${leaver.id}`, { active: true })
    expect((await call('GET', path)).status).toBe(404)
  })

  it('is not undone over a leaver who is erased in the same moment', async () => {
    const eleventh = await classWith('11Б', [])
    const [leaver] = eleventh.students as [number]
    const { body } = await plan({ cohorts: [{ id: eleventh.id, act: 'graduate', name: 'Выпуск', deactivate: true }] })
    const { id } = body.new_year
    expect((await apply(id)).status).toBe(200)
    const letGo = await hold(db, sql`update users set erased_at = now() where id = ${leaver}`)
    const undone = undo(id)
    await expect.poll(() => countWaiting(db)).toBe(1)
    await letGo()
    expect((await undone).status).toBe(409)
    expect(await findUser(db, leaver)).toMatchObject({ active: false })
  })

  it('cannot be undone once the class of a leaver is full', async () => {
    const { id: classId, students } = await classWith('7Я', [], 1)
    const [leaver] = students as [number]
    const { id } = (await plan({ leaver_ids: [leaver] })).body.new_year
    await apply(id)
    await fillCohort(db, classId)
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: '«7Я»: стало бы больше 1000 студентов. Класс нужно разделить.' },
    })
    await ask('PUT', `/api/cohorts/${classId}`, { student_ids: [] })
    expect((await undo(id)).status).toBe(200)
    expect((await cohort(classId)).students).toMatchObject([{ id: leaver }])
  })

  it('cannot be undone while nobody would teach a course that was published', async () => {
    const leaving = await signedIn({ role: 'teacher' })
    const art = await buildCourse(db, { name: 'Лепка', teachers: [leaving.id] })
    const { id } = (await plan({ courses: [{ id: art.id, act: 'archive' }] })).body.new_year
    await apply(id)
    expect((await ask('PUT', `/api/users/${leaving.id}`, { role: 'student' })).status).toBe(200)
    const before = await digest()
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Без преподавателя останется курс «Лепка»\. .*назначьте преподавателя/) },
    })
    expect(await digest()).toEqual(before)
    await ask('PUT', `/api/courses/${art.id}/teachers`, { user_ids: [teacher.id] })
    expect((await undo(id)).status).toBe(200)
    const { status, teachers } = await course(art.id)
    expect([status.slug, teachers.map(({ id }: { id: number }) => id)]).toEqual(['published', [teacher.id]])
  })

  let period: number
  beforeAll(async () => {
    const periods = [{ name: 'Год', kind: 'year', from: '2027-09-01', to: '2028-05-31' }]
    period = (await ask('PUT', '/api/settings/periods', { periods })).body.periods[0].id
  })

  type Made = { art: number; group: number; copy: number; student: number }
  const dependents: [string, (made: Made) => Promise<{ status: number }>][] = [
    ['a published copy', ({ copy }) => ask('PUT', `/api/courses/${copy}`, { status: 'published' })],
    ['a renamed class', ({ group }) => ask('PUT', `/api/cohorts/${group}`, { name: 'Другое' })],
    ['an old course that is used again', ({ art }) => ask('PUT', `/api/courses/${art}`, { status: 'published' })],
    [
      'a new student',
      async ({ copy }) => ask('PUT', `/api/courses/${copy}/students`, { user_ids: [(await buildUser(db)).id] }),
    ],
    ['a new lesson', ({ copy }) => ask('POST', '/api/lessons', { course_id: copy, name: 'Ещё один' })],
    [
      'another tool in a lesson',
      async ({ copy }) => {
        const { lessons } = await course(copy)
        const link = { tool_id: (await buildTool(db)).id, title: 'Ещё тренажёр' }
        return ask('POST', `/api/lessons/${lessons[0].id}/lti`, link)
      },
    ],
    ['a saved comment', ({ copy }) => ask('POST', '/api/saved-comments', { text: 'Хорошо', course_id: copy })],
    [
      'an announcement',
      ({ copy }) => ask('POST', '/api/announcements', { title: 'Начинаем', to: { course_ids: [copy] } }),
    ],
    [
      'a column of the journal',
      ({ copy }) => ask('POST', `/api/courses/${copy}/journal/columns`, { name: 'Входная', held_on: '2027-09-02' }),
    ],
    [
      'an absence in the journal',
      async ({ copy, student }) => {
        const { lessons } = await course(copy)
        const { lesson } = (await ask('GET', `/api/lessons/${lessons[0].id}`)).body
        const cell = { assignment_id: lesson.assignment.id, student_id: student, absent: true }
        return ask('PUT', `/api/courses/${copy}/journal/cells`, { cells: [cell] })
      },
    ],
    [
      'a total',
      ({ copy, student }) => {
        const total = { period_id: period, student_id: student, score: 5 }
        return ask('PUT', `/api/courses/${copy}/journal/totals`, { totals: [total] })
      },
    ],
    [
      'a closed period',
      ({ copy }) => ask('PUT', `/api/courses/${copy}/journal/periods/${period}/lock`, { locked: true }),
    ],
  ]
  it.each(dependents)('cannot be undone once something depends on it: %s', async (_, change) => {
    const art = await courseWith('ИЗО')
    const group = await classWith('5Б', [art])
    const body = {
      cohorts: [{ id: group.id, act: 'up', name: '6Б' }],
      courses: [{ id: art.id, act: 'renew', cohort_ids: [group.id] }],
    }
    const { id } = (await plan(body)).body.new_year
    await apply(id)
    const copy = (await cohort(group.id)).course_ids[0]
    const made = { art: art.id, group: group.id, copy, student: group.students[0] as number }
    expect((await change(made)).status).toBeLessThan(300)
    const before = await digest()
    const { status, body: problem } = await undo(id)
    expect([status, problem.detail]).toEqual([409, expect.stringContaining('изменилось')])
    expect(await digest()).toEqual(before)
  })

  it('is refused with things that are not there, or courses for those who leave', async () => {
    const art = await courseWith('ИЗО')
    const group = await classWith('11Г', [art])
    const leaves = [{ id: group.id, act: 'graduate', name: 'Выпуск' }]
    const gone = 2_000_000_000
    expect((await plan({ cohorts: [{ id: gone, act: 'up', name: '1А' }] })).status).toBe(422)
    expect((await plan({ courses: [{ id: gone, act: 'renew' }] })).status).toBe(422)
    expect((await plan({ cohorts: [...leaves, ...leaves] })).status).toBe(422)
    const given = [{ id: art.id, act: 'renew', cohort_ids: [group.id] }]
    expect((await plan({ cohorts: leaves, courses: given })).status).toBe(422)
    expect((await plan({ starts_on: '2027-09-01', ends_on: '2027-01-01' })).status).toBe(422)
    expect((await plan({ shift_days: 100_000 })).status).toBe(422)
  })
})

describe('undoing restores every row, whatever a new year has done', () => {
  const random = numbers(20_261_126)
  const some = <Item>(list: Item[], share = 0.5) => list.filter(() => random() < share)

  const buildSchool = async () => {
    const courses = await Promise.all(Array.from({ length: 6 }, (_, nth) => courseWith(`Предмет ${nth}`)))
    const classes: Awaited<ReturnType<typeof classWith>>[] = []
    for (let nth = 0; nth < 6; nth += 1) classes.push(await classWith(`${nth + 6}Я`, some(courses), 3))
    for (const { assignment_id } of courses) {
      for (const { students } of some(classes)) await marked(assignment_id, students[0] as number)
    }
    const everybody = classes.flatMap(({ students }) => students)
    // by hand, and former students
    await ask('PUT', `/api/courses/${courses[0]?.id}/students`, { user_ids: some(everybody) })
    await ask('PUT', `/api/courses/${courses[0]?.id}/students`, { user_ids: some(everybody) })
    return { courses, classes, everybody }
  }
  let school: Awaited<ReturnType<typeof buildSchool>>
  beforeAll(async () => {
    school = await buildSchool()
  })

  it.each(Array.from({ length: 10 }, (_, round) => round + 1))('in round %i', async () => {
    const { courses, classes, everybody } = school
    const before = await digest()
    const marksBefore = await db.$count(sql`reviews`)
    const leaving = new Set(some(classes, 0.3).map(({ id }) => id))
    const staying = classes.filter(({ id }) => !leaving.has(id))
    const body = {
      shift_days: Math.floor(random() * 800) - 400,
      starts_on: random() < 0.5 ? '2027-09-01' : null,
      cohorts: some(classes, 0.8).map(({ id }) =>
        leaving.has(id)
          ? { id, act: 'graduate', name: `Выпуск ${id}`, deactivate: random() < 0.5 }
          : { id, act: 'up', name: `Класс ${id}` },
      ),
      courses: some(courses, 0.8).map(({ id }) =>
        random() < 0.5
          ? { id, act: 'archive' }
          : { id, act: 'renew', cohort_ids: some(staying).map((cohort) => cohort.id) },
      ),
      leaver_ids: some(everybody, 0.2),
    }
    const planned = await plan(body)
    expect(planned.status).toBe(201)
    expect((await apply(planned.body.new_year.id)).status).toBe(200)
    expect(await db.$count(sql`reviews`)).toBe(marksBefore)
    expect((await undo(planned.body.new_year.id)).status).toBe(200)
    expect(await digest()).toEqual(before)
  })
})

it('takes the same number of statements for many classes and courses as for one', async () => {
  const statements = async (size: number) => {
    const courses = await Promise.all(Array.from({ length: size }, () => courseWith('Алгебра')))
    const classes: { id: number; students: number[] }[] = []
    for (let nth = 0; nth < size; nth += 1) classes.push(await classWith('3Ж', courses))
    const body = {
      cohorts: classes.map(({ id }) => ({ id, act: 'up', name: '4Ж' })),
      courses: courses.map(({ id }) => ({ id, act: 'renew', cohort_ids: classes.map((one) => one.id) })),
      leaver_ids: classes.flatMap(({ students }) => students.slice(0, 1)),
    }
    const { id } = (await plan(body)).body.new_year
    return await countStatements(async () => {
      await apply(id)
      await undo(id)
    })
  }
  const one = await statements(1)
  expect(await statements(7)).toBe(one)
})
