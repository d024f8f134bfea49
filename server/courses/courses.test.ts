import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { courseStatuses } from '#contract/courses/courses.schema.ts'
import { changeCourse } from '#server/courses/change-course.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildSubmittedTask } from '#server/tasks/submitted-task.fixture.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { updateTask } from '#server/tasks/tasks.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
type Named = { id: number; name: string; section_id?: number | null }
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
const change = (id: number, body: unknown, person = teacher) => ask(person, 'PUT', `/api/courses/${id}`, body)
const namesOf = (items: Named[]) => items.map(({ name }) => name)
const listed = async (person: Signed, query = '') =>
  (await ask(person, 'GET', `/api/courses${query}`)).body.courses.map(({ id }: Named) => id)
const ownCourse = (values: object = {}) =>
  buildCourse(db, { teachers: [teacher.id], students: [student.id], ...values })

describe('POST /api/courses', () => {
  it('creates a draft whose creator is its first teacher', async () => {
    const { status, body } = await ask(teacher, 'POST', '/api/courses', {
      name: ' Шрифт ',
      content: '<p onclick="x()">Да<script>1</script></p>',
      id: 5,
      created_at: 'вчера',
      teachers: [student.id],
    })
    expect(status).toBe(201)
    expect(body.course).toEqual({
      id: expect.any(Number),
      name: 'Шрифт',
      summary: '',
      content: '<p>Да</p>',
      status: courseStatuses.draft,
      cover: { url: expect.stringMatching(/^\/covers\//) },
      teachers: [expect.objectContaining({ id: teacher.id })],
      student_count: 0,
      students: [],
      sections: [],
      lessons: [],
      announced: false,
      announcement: '',
      enrolling: false,
      starts_on: null,
      seats: null,
      price: null,
      scale: 'points',
      code: '',
      level: '',
      form: '',
      duration: '',
      created_at: expect.stringMatching(/Z$/),
      edition: expect.any(String),
    })
    expect((await ask(curator, 'POST', '/api/courses', { name: 'Курс' })).body.course.teachers).toMatchObject([
      { id: curator.id },
    ])
    expect((await ask(student, 'POST', '/api/courses', { name: 'Курс' })).status).toBe(403)
    for (const form of [
      {},
      { name: '' },
      { name: 'x'.repeat(201) },
      { name: 'x', status: 'open' },
      { name: 'x', summary: [] },
    ]) {
      expect((await ask(teacher, 'POST', '/api/courses', form)).status).toBe(422)
    }
  })
})

describe('a change that began with another state of the course', () => {
  const editionOf = async (id: number) => (await get(teacher, id)).body.course.edition

  it('is refused, and changes nothing', async () => {
    const { id } = await ownCourse({ name: 'Шрифт' })
    const edition = await editionOf(id)
    expect((await change(id, { content: '<p>Коллега.</p>', edition }, curator)).status).toBe(200)
    const { status, body } = await change(id, { name: 'Леттеринг', content: '<p>Моё.</p>', edition })
    expect([status, body.detail]).toEqual([409, expect.stringContaining('этот курс сохранили в другом месте')])
    expect((await get(teacher, id)).body.course).toMatchObject({ name: 'Шрифт', content: '<p>Коллега.</p>' })
    const now = await editionOf(id)
    expect((await change(id, { content: '<p>Моё.</p>', edition: now })).body.course.content).toBe('<p>Моё.</p>')
    // without saying what it began with, it is done
    expect((await change(id, { content: '<p>Ещё.</p>' })).body.course.content).toBe('<p>Ещё.</p>')
  })

  it('is done where only the other form has been saved since: texts and announcement are apart', async () => {
    const { id } = await ownCourse()
    const edition = await editionOf(id)
    expect((await change(id, { announcement: '<p>Приходите.</p>', price: 100, edition })).status).toBe(200)
    expect((await change(id, { summary: 'О буквах', status: 'archived', edition })).status).toBe(200)
    expect((await change(id, { price: 200, edition })).status).toBe(409)
    expect((await change(id, { status: 'published', edition })).status).toBe(200)
  })

  it('is not known to students', async () => {
    const { id } = await ownCourse()
    expect((await get(student, id)).body.course.edition).toBeUndefined()
  })
})

describe('who sees a course', () => {
  it('depends on its state', async () => {
    const { id } = await ownCourse({ status: 'draft' })
    const statuses = async () =>
      Promise.all([student, teacher, other, curator].map(async (person) => (await get(person, id)).status))
    expect(await statuses()).toEqual([404, 200, 404, 200])
    expect(await listed(student)).toEqual([])
    expect((await change(id, { status: 'published' })).body.course.status).toEqual(courseStatuses.published)
    expect(await statuses()).toEqual([200, 200, 404, 200])
    expect([await listed(student), await listed(teacher), await listed(other)]).toEqual([[id], [id], []])
    expect(await listed(curator)).toContain(id)
    await change(id, { status: 'archived' })
    expect(await statuses()).toEqual([200, 200, 404, 200])
    expect((await change(id, { status: 'published' })).body.course.status.slug).toBe('published')
    expect((await change(id, { status: 'deleted' })).status).toBe(422)
    expect((await change(id, { name: 'Моё' }, student)).status).toBe(403)
    expect((await change(id, { name: 'Моё' }, other)).status).toBe(404)
  })

  it('a former teacher who became a student teaches nothing', async () => {
    const { id } = await ownCourse()
    await db.execute(sql`update users set role = 'student' where id = ${teacher.id}`)
    expect((await get(teacher, id)).status).toBe(404)
  })

  it('students see when their own tasks are due: more time counts for whom it was given', async () => {
    const course = await ownCourse({ students: [student.id, (await signedIn()).id] })
    const { id: lesson_id } = await buildLesson(db, { course_id: course.id })
    const [due_at, extended_until] = ['2026-10-01T10:00:00.000Z', '2026-10-08T10:00:00.000Z']
    const assignment = await buildAssignment(db, { lesson_id, due_at })
    const task = await buildTask(db, { assignment_id: assignment.id, students: [student.id] })
    const dueFor = async (person: Signed) => (await get(person, course.id)).body.course.lessons[0].due_at
    expect(await dueFor(student)).toBe(due_at)
    await updateTask(db, task.id, { extended_until })
    expect([await dueFor(student), await dueFor(teacher)]).toEqual([extended_until, due_at])
    await updateTask(db, task.id, { extended_until: '2026-09-01T10:00:00.000Z' })
    expect(await dueFor(student)).toBe(due_at)
  })

  it('students see neither each other nor lessons that are not open', async () => {
    const { id } = await ownCourse()
    await buildLesson(db, { course_id: id, name: 'Открытый', position: 1 })
    await buildLesson(db, { course_id: id, name: 'Черновик', position: 2, status: 'draft' })
    await buildLesson(db, { course_id: id, name: 'Завтра', position: 3, publish_at: '2100-01-01T00:00:00Z' })
    await buildLesson(db, { course_id: id, name: 'Вчера', position: 4, publish_at: '2020-01-01T00:00:00Z' })
    await buildLesson(db, { course_id: id, name: 'Удалён', position: 5, deleted_at: '2020-01-01T00:00:00Z' })
    const { course } = (await get(student, id)).body
    expect(namesOf(course.lessons)).toEqual(['Открытый', 'Вчера'])
    expect(course).not.toHaveProperty('students')
    const full = (await get(teacher, id)).body.course
    expect(namesOf(full.lessons)).toEqual(['Открытый', 'Черновик', 'Завтра', 'Вчера'])
    expect(full.students).toMatchObject([{ id: student.id }])
    expect(JSON.stringify(full)).not.toContain('@')
  })

  it('the list counts a student’s progress', async () => {
    const course = await ownCourse()
    const tasks = ['accepted', 'submitted', 'excused', null] as const
    for (const [position, status] of tasks.entries()) {
      const lesson = await buildLesson(db, { course_id: course.id, name: `Урок ${position}`, position })
      const { id } = await buildAssignment(db, { lesson_id: lesson.id })
      if (status) await buildTask(db, { assignment_id: id, students: [student.id], status })
    }
    const [row] = (await ask(student, 'GET', '/api/courses')).body.courses
    expect(row).toMatchObject({
      lesson_count: 4,
      progress: { accepted: 1, total: 3 },
      next_lesson: { name: 'Урок 3', number: 4 },
      deleted_at: null,
    })
    // what was not read comes before a later assignment
    const unread = await buildLesson(db, { course_id: course.id, name: 'Без задания', position: 2 })
    const [later] = (await ask(student, 'GET', '/api/courses')).body.courses
    expect(later).toMatchObject({ next_lesson: { id: unread.id }, following_lesson: { name: 'Урок 3' } })
    const [seen] = (await ask(teacher, 'GET', '/api/courses')).body.courses
    expect(seen).toMatchObject({ progress: null, next_lesson: null, student_count: 1, teachers: [{ id: teacher.id }] })
  })
})

describe('sections and the order of lessons', () => {
  const build = async () => {
    const { id } = await ownCourse()
    const first = await buildSection(db, id, 'Начало', 0)
    const second = await buildSection(db, id, 'Конец', 1)
    const lesson = (name: string, position: number, section_id: number | null) =>
      buildLesson(db, { course_id: id, name, position, section_id })
    const a = await lesson('a', 1, first.id)
    const b = await lesson('b', 2, first.id)
    const c = await lesson('c', 3, second.id)
    return { id, first: first.id, second: second.id, a: a.id, b: b.id, c: c.id }
  }
  const outline = async (id: number) => {
    const { sections, lessons, name } = (await get(teacher, id)).body.course
    return [name, namesOf(sections), lessons.map(({ name, section_id }: Named) => [name, section_id])]
  }

  it('take as many statements for many as for one', async () => {
    const { id } = await build()
    // without the call itself, which reads more now and then
    const statements = (...names: string[]) =>
      countStatements(() => changeCourse(db, teacher.user, { id }, { sections: names.map((name) => ({ name })) }))
    expect(await statements('Один', 'Два', 'Три')).toBe(await statements('Один'))
  })

  it('are replaced as a whole', async () => {
    const { id, first, second, a, b, c } = await build()
    const { status, body } = await change(id, {
      sections: [{ id: second, name: 'Финал' }, { name: 'Новый' }, { id: first, name: 'Начало' }],
      lessons: [
        { id: b, section_id: first },
        { id: a, section_id: second },
        { id: c, section_id: null },
      ],
    })
    expect(status).toBe(200)
    expect(namesOf(body.course.sections)).toEqual(['Финал', 'Новый', 'Начало'])
    expect(namesOf(body.course.lessons)).toEqual(['c', 'a', 'b'])
    const dissolved = await change(id, { sections: [{ id: first, name: 'Начало' }] })
    expect(dissolved.body.course.lessons.map(({ name, section_id }: Named) => [name, section_id])).toEqual([
      ['a', null],
      ['c', null],
      ['b', first],
    ])
  })

  it('change nothing when the set is invalid, not even the name beside it', async () => {
    const { id, first, second, a, b, c } = await build()
    const foreign = await build()
    const before = await outline(id)
    const place = (lesson: number, section_id: number | null = first) => ({ id: lesson, section_id })
    for (const body of [
      { lessons: [place(a), place(b)] },
      { lessons: [place(a), place(b), place(c), place(c)] },
      { lessons: [place(a), place(a), place(b)] },
      { lessons: [place(a), place(b), place(foreign.a)] },
      { lessons: [place(a), place(b), place(c, foreign.first)] },
      { lessons: [] },
      { lessons: [{ id: a }] },
      { sections: [{ id: foreign.first, name: 'Чужой' }] },
      {
        sections: [
          { id: first, name: 'Раз' },
          { id: first, name: 'Два' },
        ],
      },
      { sections: [{ id: first, name: '' }] },
      { sections: { id: first } },
      { sections: [{ id: second, name: 'Один' }], lessons: [place(a), place(b), place(c)] },
    ]) {
      const { status } = await change(id, { name: 'Другое имя', ...body })
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 422])
      expect(await outline(id)).toEqual(before)
    }
    expect((await outline(foreign.id))[1]).toEqual(['Начало', 'Конец'])
  })

  it('end in one of two simultaneous orders', async () => {
    const { id, first, a, b, c } = await build()
    const order = (ids: number[]) => change(id, { lessons: ids.map((lesson) => ({ id: lesson, section_id: first })) })
    const responses = await Promise.all([order([a, b, c]), order([c, b, a]), order([b, a, c])])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(['a,b,c', 'c,b,a', 'b,a,c']).toContain(namesOf((await get(teacher, id)).body.course.lessons).join())
  })
})

describe('DELETE /api/courses/{id}', () => {
  const remove = (id: number, person: Signed) => ask(person, 'DELETE', `/api/courses/${id}`)
  const restore = (id: number, person = curator) => ask(person, 'POST', `/api/courses/${id}/restore`)

  it('is for its teacher while nobody takes it, and for curators', async () => {
    const taken = await ownCourse()
    const refused = await remove(taken.id, teacher)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'На курсе есть студенты. Удалить его может только куратор.',
    ])
    expect([(await remove(taken.id, student)).status, (await remove(taken.id, other)).status]).toEqual([403, 404])
    expect((await remove(taken.id, curator)).status).toBe(204)
    const empty = await ownCourse({ students: [] })
    expect((await remove(empty.id, teacher)).status).toBe(204)
  })

  it('is refused to its teacher when somebody joins the course at the same moment', async () => {
    const { id } = await ownCourse({ students: [] })
    const letGo = await hold(
      db,
      sql`with held as (select id from courses where id = ${id} for no key update)
        insert into course_students (course_id, user_id) select held.id, ${student.id} from held`,
    )
    const removed = remove(id, teacher)
    await expect.poll(() => countWaiting(db)).toBe(1)
    await letGo()
    expect((await removed).status).toBe(403)
    expect((await get(curator, id)).body.course.student_count).toBe(1)
  })

  it.each(['students', 'teachers'])('leaves nothing to do for who changes its %s at the same moment', async (who) => {
    const { id } = await ownCourse({ students: [] })
    const letGo = await hold(db, sql`select 1 from courses where id = ${id} for no key update`)
    const removed = remove(id, curator)
    await expect.poll(() => countWaiting(db)).toBe(1)
    const body = { user_ids: [who === 'students' ? student.id : curator.id] }
    const changed = call('PUT', `/api/courses/${id}/${who}`, { token: curator.token, body })
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await removed).status, (await changed).status]).toEqual([204, 404])
    const kinds = sql`select kind from audit_entries where object_id = ${id}::text and kind like 'course-%' order by id`
    expect((await db.execute(kinds)).rows.at(-1)).toEqual({ kind: 'course-deleted' })
  })

  it('is done once by two at the same moment', async () => {
    const { id } = await ownCourse()
    const letGo = await hold(db, sql`select 1 from courses where id = ${id} for no key update`)
    const removed = [remove(id, curator), remove(id, curator)]
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect((await Promise.all(removed)).map(({ status }) => status).sort()).toEqual([204, 404])
    const { rows } = await db.execute(
      sql`select 1 from audit_entries where kind = 'course-deleted' and object_id = ${id}::text`,
    )
    expect(rows).toHaveLength(1)
  })

  it('hides everything, and a curator restores it within 30 days', async () => {
    const { id } = await ownCourse()
    const { lesson, task } = await buildSubmittedTask(db, { course_id: id, student_id: student.id })
    await remove(id, curator)
    for (const path of [`/api/courses/${id}`, `/api/lessons/${lesson.id}`, `/api/tasks/${task.id}`]) {
      for (const person of [student, teacher, curator]) expect((await ask(person, 'GET', path)).status).toBe(404)
    }
    expect([await listed(teacher), (await ask(student, 'GET', '/api/auth/user')).body.user.courses]).toEqual([[], {}])
    expect((await remove(id, curator)).status).toBe(404)
    expect(await listed(curator, '?deleted=true')).toContain(id)
    expect(await listed(teacher, '?deleted=true')).toEqual([])

    await db.execute(sql`update courses set deleted_at = now() - interval '31 days' where id = ${id}`)
    expect(await listed(curator, '?deleted=true')).not.toContain(id)
    expect((await restore(id)).status).toBe(404)
    await db.execute(sql`update courses set deleted_at = now() - interval '29 days' where id = ${id}`)
    expect((await restore(id, teacher)).status).toBe(403)
    expect((await restore(id)).body.course).toMatchObject({ id, student_count: 1 })
    expect((await ask(student, 'GET', `/api/tasks/${task.id}`)).body.task.attempts).toHaveLength(1)
    expect((await restore(id)).status).toBe(404)
  })

  it('is undone as a draft where nobody teaches the course any more', async () => {
    const { id } = await ownCourse({ teachers: [other.id] })
    const archived = await ownCourse({ teachers: [other.id], status: 'archived' })
    for (const course of [id, archived.id]) await remove(course, curator)
    expect((await ask(curator, 'PUT', `/api/users/${other.id}`, { role: 'student' })).status).toBe(200)
    expect((await restore(id)).body.course).toMatchObject({ id, status: courseStatuses.draft, student_count: 1 })
    // students read on in an archived one, and nothing of it waits for a teacher
    expect((await restore(archived.id)).body.course.status).toEqual(courseStatuses.archived)
  })
})

describe('a course that nobody teaches any more', () => {
  it.each(['draft', 'archived'] as const)('is not published until somebody does: %s', async (status) => {
    const { id } = await ownCourse({ name: 'Лепка', teachers: [other.id], status })
    expect((await ask(curator, 'PUT', `/api/users/${other.id}`, { role: 'student' })).status).toBe(200)
    const publish = () => change(id, { status: 'published', name: 'Керамика' }, curator)
    expect(await publish()).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/никто не ведёт\. Назначьте .*преподавателя/) },
    })
    expect((await get(curator, id)).body.course).toMatchObject({ name: 'Лепка', status: courseStatuses[status] })
    await ask(curator, 'PUT', `/api/courses/${id}/teachers`, { user_ids: [teacher.id] })
    expect((await publish()).body.course.status).toEqual(courseStatuses.published)
  })

  it('stays published, and is changed as before', async () => {
    const { id } = await ownCourse({ teachers: [] })
    expect((await change(id, { status: 'published', name: 'Керамика' }, curator)).status).toBe(200)
  })
})
