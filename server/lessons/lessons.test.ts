import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { lessonStatuses } from '#contract/lessons/lesson-status.schema.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let student: Signed
let teacher: Signed
let other: Signed
let curator: Signed
let course: { id: number; name: string }

beforeEach(async () => {
  ;[student, teacher, other, curator] = await Promise.all([
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
  ])
  course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const create = (values: object = {}, person = teacher) =>
  ask(person, 'POST', '/api/lessons', { course_id: course.id, name: 'Сетка', ...values })
const get = (id: number, person = student) => ask(person, 'GET', `/api/lessons/${id}`)
const change = (id: number, body: unknown, person = teacher) => ask(person, 'PUT', `/api/lessons/${id}`, body)
const newsOf = async (person: Signed) =>
  (await ask(person, 'GET', '/api/users/notifications')).body.notifications.filter(
    ({ type }: { type: string }) => type === 'lesson-published',
  )
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

describe('POST /api/lessons', () => {
  it('adds a draft to the end of the course, cleaned', async () => {
    await buildLesson(db, { course_id: course.id, name: 'Первый', position: 7 })
    const { status, body } = await create({
      content: '<h2>Тема</h2><img src=x onerror=alert(1)><p style="x">Да</p>',
      assignment: {
        text: '<p>Сверстайте<script>1</script></p>',
        due_at: '2026-03-01T12:00:00+03:00',
        criteria: [{ name: ' Сетка ', description: 'Ровно', points: 5, extra: 1 }],
        unknown: true,
      },
      position: 0,
      id: 1,
    })
    expect(status).toBe(201)
    expect(body.lesson).toMatchObject({
      name: 'Сетка',
      content: '<h2>Тема</h2><p>Да</p>',
      status: lessonStatuses.draft,
      publish_at: null,
      section_id: null,
      course: {
        id: course.id,
        name: course.name,
        status: { slug: 'published' },
        teacher_ids: [teacher.id],
        sections: [],
      },
      assignment: {
        text: '<p>Сверстайте</p>',
        due_at: '2026-03-01T09:00:00.000Z',
        criteria: [{ id: 1, name: 'Сетка', description: 'Ровно', points: 5 }],
      },
      task: null,
    })
    expect(body.lesson.course.lessons.map(({ name }: { name: string }) => name)).toEqual(['Первый', 'Сетка'])
    expect(body.lesson.course.lessons[1]).toMatchObject({ has_assignment: true, due_at: '2026-03-01T09:00:00.000Z' })
  })

  it('goes only into a section of its own course', async () => {
    const section = await buildSection(db, course.id, 'Начало')
    const foreign = await buildSection(db, (await buildCourse(db)).id, 'Чужой')
    expect((await create({ section_id: section.id })).body.lesson.section_id).toBe(section.id)
    for (const section_id of [foreign.id, 2_000_000_000, 0, '1']) {
      expect((await create({ section_id })).status).toBe(422)
    }
  })

  it('is for the course’s staff', async () => {
    const responses = [
      create({}, curator),
      create({}, student),
      create({}, other),
      create({ course_id: 2_000_000_000 }),
    ]
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 403, 404, 404])
  })

  it.each([
    { name: '' },
    { name: null },
    { course_id: '1' },
    { course_id: undefined },
    { content: 5 },
    { content: 'x'.repeat(200_001) },
    { status: 'open' },
    { publish_at: 'завтра' },
    { publish_at: '2026-13-01T00:00:00Z' },
    { publish_at: '0000-01-01T00:00:00Z' },
    { publish_at: '9999-12-31T23:59:59-12:00' },
    { assignment: 'текст' },
    { assignment: {} },
    { assignment: { text: 'x', due_at: '2026-01-01' } },
    { assignment: { text: 'x', criteria: [{ name: '' }] } },
    { assignment: { text: 'x', criteria: [{ name: 'x', points: -1 }] } },
  ])('refuses %j', async (values) => {
    const { status, body } = await create(values)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)[0]).toContain(Object.keys(values)[0])
  })

  it('keeps criteria with characters that JSON in the database cannot hold', async () => {
    const { status, body } = await create({ assignment: { text: 'x', criteria: [{ name: 'а\u0000\udc00б' }] } })
    expect([status, body.lesson.assignment.criteria]).toEqual([201, [{ id: 1, name: 'а\ufffdб' }]])
  })

  it('gives simultaneously added lessons different positions', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, i) => create({ name: `Урок ${i}` })))
    const { rows } = await db.execute(sql`select distinct position from lessons where course_id = ${course.id}`)
    expect(rows).toHaveLength(6)
  })
})

describe('a lesson and its readers', () => {
  it('is seen by students once it and its course are published', async () => {
    const { id } = (await create()).body.lesson
    const statuses = async () =>
      Promise.all([student, teacher, other, curator].map(async (p) => (await get(id, p)).status))
    expect(await statuses()).toEqual([404, 200, 404, 200])
    await change(id, { status: 'published' })
    expect(await statuses()).toEqual([200, 200, 404, 200])
    await db.execute(sql`update courses set status = 'draft' where id = ${course.id}`)
    expect(await statuses()).toEqual([404, 200, 404, 200])
    await db.execute(sql`update courses set status = 'archived' where id = ${course.id}`)
    expect(await statuses()).toEqual([200, 200, 404, 200])
    expect((await change(id, { name: 'Моё' }, student)).status).toBe(403)
    expect((await ask(student, 'DELETE', `/api/lessons/${id}`)).status).toBe(403)
    expect((await ask(other, 'DELETE', `/api/lessons/${id}`)).status).toBe(404)
    expect((await ask(teacher, 'DELETE', `/api/lessons/${id}`)).status).toBe(204)
    expect(await statuses()).toEqual([404, 404, 404, 404])
  })

  it('shows a student the outline of open lessons and their own task', async () => {
    const lesson = await buildLesson(db, { course_id: course.id })
    await buildAssignment(db, { lesson_id: lesson.id })
    await buildLesson(db, { course_id: course.id, status: 'draft' })
    const { task } = (await ask(student, 'PUT', `/api/lessons/${lesson.id}/task`)).body
    const seen = (await get(lesson.id)).body.lesson
    expect(seen.task).toEqual(task)
    expect(seen.course.lessons).toMatchObject([{ id: lesson.id, task: { id: task.id, status: { slug: 'draft' } } }])
    const full = (await get(lesson.id, teacher)).body.lesson
    expect([full.task, full.course.lessons.length, full.course.lessons[0].task]).toEqual([null, 2, null])
  })
})

describe('PUT /api/lessons/{id}', () => {
  it('changes what is sent and leaves the rest', async () => {
    const { id } = (await create({ content: '<p>Да</p>', assignment: { text: 'Задание' } })).body.lesson
    const section = await buildSection(db, course.id, 'Начало')
    const { status, body } = await change(id, { name: 'Иначе', section_id: section.id, course_id: 1, unknown: 1 })
    expect(status).toBe(200)
    expect(body.lesson).toMatchObject({
      name: 'Иначе',
      content: '<p>Да</p>',
      section_id: section.id,
      course: { id: course.id },
      assignment: { text: 'Задание' },
    })
    expect((await change(id, { section_id: null })).body.lesson.section_id).toBeNull()
    const foreign = await buildSection(db, (await buildCourse(db)).id, 'Чужой')
    expect((await change(id, { name: 'Нет', section_id: foreign.id })).status).toBe(422)
    expect((await get(id, teacher)).body.lesson.name).toBe('Иначе')
    expect((await change(id, {})).status).toBe(200)
  })

  it('adds, changes and removes the assignment, but not one that somebody has begun', async () => {
    const { id } = (await create({ status: 'published' })).body.lesson
    const first = (await change(id, { assignment: { text: 'Раз' } })).body.lesson.assignment
    const second = (await change(id, { assignment: { text: 'Два', criteria: [{ name: 'Сетка' }] } })).body.lesson
      .assignment
    expect(second).toMatchObject({ id: first.id, text: 'Два', due_at: null, criteria: [{ id: 1, name: 'Сетка' }] })
    expect((await change(id, { assignment: null })).body.lesson.assignment).toBeNull()
    expect((await change(id, { assignment: null })).status).toBe(200)
    await change(id, { assignment: { text: 'Три' } })
    await ask(student, 'PUT', `/api/lessons/${id}/task`)
    const refused = await change(id, { assignment: null, name: 'Не запишется' })
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:praktika:problem:wrong-state'])
    expect((await get(id)).body.lesson).toMatchObject({ name: 'Сетка', assignment: { text: 'Три' } })
    expect((await change(id, { assignment: { text: 'Четыре' } })).body.lesson.assignment.text).toBe('Четыре')
  })

  it('keeps fields of the assignment that a change leaves out', async () => {
    const rules = {
      text: 'Раз',
      due_at: '2026-03-01T09:00:00.000Z',
      closes_at: '2026-03-05T09:00:00.000Z',
      criteria: [{ name: 'Сетка', points: 5 }, { name: 'Шрифт' }],
      kinds: ['link', 'files'],
      file_types: ['.PDF', ' image/* '],
      max_file_size: 1_048_576,
      team_size: 3,
      reviewer_ids: [teacher.id],
      weight: 2,
    }
    const { id, assignment } = (await create({ assignment: rules })).body.lesson
    expect(assignment).toEqual({
      ...rules,
      id: assignment.id,
      criteria: [
        { id: 1, name: 'Сетка', points: 5 },
        { id: 2, name: 'Шрифт' },
      ],
      file_types: ['.pdf', 'image/*'],
    })
    expect((await change(id, { assignment: { text: 'Два' } })).body.lesson.assignment).toEqual({
      ...assignment,
      text: 'Два',
    })
    const cleared = { text: 'Два', due_at: null, closes_at: null, max_file_size: null }
    expect((await change(id, { assignment: cleared })).body.lesson.assignment).toEqual({ ...assignment, ...cleared })
  })

  it('never reuses an id of a criterion', async () => {
    const named = (name: string, id?: number) => ({ name, ...(id ? { id } : {}) })
    const { id } = (await create({ assignment: { text: 'x', criteria: [named('А'), named('Б', 7)] } })).body.lesson
    const criteria = async (sent: object[]) =>
      (await change(id, { assignment: { text: 'x', criteria: sent } })).body.lesson.assignment.criteria
    expect(await criteria([named('Б', 2), named('В', 2), named('А', 1)])).toEqual([
      named('Б', 2),
      named('В', 3),
      named('А', 1),
    ])
    expect(await criteria([named('А', 1)])).toEqual([named('А', 1)])
    expect(await criteria([named('А', 1), named('Г'), named('Д', 3)])).toEqual([
      named('А', 1),
      named('Г', 4),
      named('Д', 5),
    ])
  })

  it('accepts no closing date before the due date, and no reviewer who does not teach the course', async () => {
    const refused = async (assignment: object) => {
      const { status, body } = await create({ assignment: { text: 'x', ...assignment } })
      return [status, Object.keys(body.errors)]
    }
    const dates = { due_at: '2026-03-05T09:00:00Z', closes_at: '2026-03-05T08:59:59Z' }
    expect(await refused(dates)).toEqual([422, ['assignment.closes_at']])
    expect(await refused({ reviewer_ids: [teacher.id, other.id] })).toEqual([422, ['assignment.reviewer_ids']])
    expect(await refused({ reviewer_ids: [student.id] })).toEqual([422, ['assignment.reviewer_ids']])
    expect(await refused({ file_types: ['всё подряд'] })).toEqual([422, ['assignment.file_types.0']])
    const { id } = (await create({ assignment: { text: 'x', closes_at: dates.closes_at } })).body.lesson
    expect((await change(id, { assignment: { text: 'x', due_at: dates.due_at } })).status).toBe(422)
  })

  it('is saved after a reviewer left the course, who is removed', async () => {
    const teachers = (ids: number[]) => ask(curator, 'PUT', `/api/courses/${course.id}/teachers`, { user_ids: ids })
    await teachers([teacher.id, other.id])
    const reviewer_ids = [other.id, teacher.id]
    const { id } = (await create({ assignment: { text: 'x', reviewer_ids } })).body.lesson
    await teachers([teacher.id])
    const { status, body } = await change(id, { assignment: { text: 'y', reviewer_ids } })
    expect([status, body.lesson.assignment.reviewer_ids]).toEqual([200, [teacher.id]])
    expect((await change(id, { assignment: { text: 'y', reviewer_ids } })).status).toBe(422)
  })

  it('keeps room for the existing teams', async () => {
    const { id, assignment } = (await create({ status: 'published', assignment: { text: 'x', team_size: 4 } })).body
      .lesson
    await buildTask(db, { assignment_id: assignment.id, students: [student.id, curator.id] })
    expect((await change(id, { assignment: { text: 'x', team_size: 1 } })).status).toBe(409)
    expect((await change(id, { assignment: { text: 'x', team_size: 2 } })).status).toBe(200)
  })

  it('removing the assignment while tasks are begun ends well either way', async () => {
    const students = await Promise.all([signedIn(), signedIn(), signedIn()])
    const ids = students.map(({ id }) => id)
    await ask(teacher, 'PUT', `/api/courses/${course.id}/students`, { user_ids: ids })
    for (let i = 0; i < 5; i++) {
      const { id } = (await create({ status: 'published', assignment: { text: 'x' } })).body.lesson
      const [removed, ...begun] = await Promise.all([
        change(id, { assignment: null }),
        ...students.map((person) => ask(person, 'PUT', `/api/lessons/${id}/task`)),
      ])
      expect([200, 409]).toContain(removed?.status)
      for (const { status } of begun) expect(removed?.status === 200 ? [404] : [200, 404]).toContain(status)
    }
  })
})

describe('the announcement', () => {
  beforeEach(async () => {
    await runEffects()
  })

  it('is sent once, however often the lesson is closed and opened', async () => {
    const { id } = (await create({ name: 'Сетка <b>' })).body.lesson
    expect(await runEffects()).toBe(0)
    for (const status of ['published', 'draft', 'published', 'published']) {
      await change(id, { status })
      await Promise.all([runEffects(), runEffects()])
    }
    expect(await newsOf(student)).toMatchObject([
      {
        user: { id: teacher.id },
        lesson: { id, name: 'Сетка <b>' },
        data: { title: `Новый урок в курсе <b>«${course.name}»</b>` },
      },
    ])
    expect(await newsOf(teacher)).toEqual([])
  })

  it.each(['draft', 'later', 'deleted'])(
    'is taken back while nobody has read it, when the lesson is closed: %s',
    async (how) => {
      const { id } = (await create({ status: 'published' })).body.lesson
      await runEffects()
      const sent = await newsOf(student)
      expect(sent).toHaveLength(1)
      if (how === 'draft') await change(id, { status: 'draft' })
      if (how === 'later') await change(id, { publish_at: inHours(2) })
      if (how === 'deleted') await ask(teacher, 'DELETE', `/api/lessons/${id}`)
      expect(await newsOf(student)).toEqual([])
    },
  )

  it('stays with those who have read it when the lesson is closed', async () => {
    const { id } = (await create({ status: 'published' })).body.lesson
    await runEffects()
    const [news] = await newsOf(student)
    await ask(student, 'POST', '/api/users/notifications/read', { ids: [news.id] })
    expect((await ask(teacher, 'POST', '/api/lessons/bulk', { ids: [id], act: 'unpublish' })).status).toBe(200)
    expect(await newsOf(student)).toMatchObject([{ id: news.id }])
  })

  it('waits, like the lesson, for its moment', async () => {
    const { id } = (await create({ status: 'published', publish_at: inHours(2) })).body.lesson
    expect([await runEffects(), (await get(id)).status, (await get(id, teacher)).status]).toEqual([0, 404, 200])
    expect((await ask(student, 'GET', `/api/courses/${course.id}`)).body.course.lessons).toEqual([])
    // the clock passes both moments
    await db.execute(sql`update lessons set publish_at = now() where id = ${id}`)
    await db.execute(sql`update effects set visible_at = now()`)
    expect([await runEffects(), (await get(id)).status]).toEqual([1, 200])
    expect(await newsOf(student)).toHaveLength(1)
  })

  it('is sent at the last moment only when the moment is moved', async () => {
    const { id } = (await create({ status: 'published', publish_at: inHours(1) })).body.lesson
    await change(id, { publish_at: inHours(5) })
    await db.execute(sql`update effects set visible_at = now() where visible_at < now() + interval '2 hours'`)
    await runEffects()
    expect(await newsOf(student)).toEqual([])
    await change(id, { publish_at: null })
    await runEffects()
    expect(await newsOf(student)).toHaveLength(1)
    await db.execute(sql`update effects set visible_at = now()`)
    await runEffects()
    expect(await newsOf(student)).toHaveLength(1)
  })

  it('waits for its moment also when the lesson was published in a draft course before it got that moment', async () => {
    const draft = await buildCourse(db, { status: 'draft', teachers: [teacher.id], students: [student.id] })
    const { id } = (await create({ course_id: draft.id, status: 'published' })).body.lesson
    await runEffects()
    await change(id, { publish_at: inHours(5) })
    await db.execute(sql`update courses set status = 'published' where id = ${draft.id}`)
    await db.execute(sql`update lessons set publish_at = now() where id = ${id}`)
    await db.execute(sql`update effects set visible_at = now()`)
    await runEffects()
    expect(await newsOf(student)).toMatchObject([{ lesson: { id } }])
  })

  it('is not sent for a deleted lesson or course, nor to people who do not take it', async () => {
    const { id } = (await create({ status: 'published' })).body.lesson
    await ask(teacher, 'DELETE', `/api/lessons/${id}`)
    const stranger = await signedIn()
    const draft = await buildCourse(db, { status: 'draft', teachers: [teacher.id], students: [student.id] })
    await create({ course_id: draft.id, status: 'published' })
    await runEffects()
    expect([await newsOf(student), await newsOf(stranger)]).toEqual([[], []])
  })
})
