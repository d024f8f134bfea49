import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { type Signed, taskDesk } from '#server/tasks/tasks.fixture.ts'
import { attempts as attemptRows, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db, signedIn } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, otherTeacher, curator, ask, course, lesson } = desk

const queue = async (person: Signed, query = '') => (await ask(person, 'GET', `/api/tasks${query}`)).body
const ids = async (person: Signed, query = '') => (await queue(person, query)).tasks.map(({ id }: { id: number }) => id)

const none = { draft: 0, submitted: 0, returned: 0, accepted: 0, excused: 0, questions: 0, extensions: 0 }

let anna: Signed
let made: Record<'old' | 'fresh' | 'returned' | 'draft' | 'second' | 'foreign', number>
let second: { id: number }
let foreign: { id: number }

beforeAll(async () => {
  anna = await signedIn({ name: 'Анна', surname: 'Ким' })
  second = await buildLesson(db, { course_id: course.id, name: 'Цвет 100%' })
  await db.insert(courseStudents).values({ course_id: course.id, user_id: anna.id })
  foreign = await buildCourse(db, { teachers: [otherTeacher.id], students: [student.id], name: 'Чужой курс' })
  const foreignLesson = await buildLesson(db, { course_id: foreign.id })
  const task = async (
    assignment_id: number,
    person: Signed,
    status: 'draft' | 'submitted' | 'returned',
    hoursAgo: number,
  ) =>
    (
      await buildTask(db, {
        assignment_id,
        students: [person.id],
        status,
        draft: '<p>Черновик</p>',
        attempts: status === 'draft' ? [] : [{ content: '<p>Тайна</p>', hoursAgo }],
      })
    ).id
  const secondAssignment = (await buildAssignment(db, { lesson_id: second.id, due_at: '2026-01-02T03:04:05.000Z' })).id
  made = {
    fresh: await task(desk.assignment.id, student, 'submitted', 1),
    old: await task(desk.assignment.id, anna, 'submitted', 9),
    returned: await task(secondAssignment, student, 'returned', 5),
    second: await task(secondAssignment, anna, 'submitted', 3),
    draft: await task(
      (await buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id: course.id })).id })).id,
      student,
      'draft',
      0,
    ),
    foreign: await task((await buildAssignment(db, { lesson_id: foreignLesson.id })).id, student, 'submitted', 20),
  }
})

describe('GET /api/tasks', () => {
  it('shows staff what was handed in, oldest first, without drafts', async () => {
    expect(await ids(teacher)).toEqual([made.old, made.returned, made.second, made.fresh])
    expect(await ids(colleague)).toEqual(await ids(teacher))
    expect(await ids(otherTeacher)).toEqual([made.foreign])
    expect(await ids(curator)).toEqual([made.foreign, made.old, made.returned, made.second, made.fresh])
    for (const search of ['', '&search=лонгрид']) {
      const drafts = await queue(teacher, `?status=draft${search}`)
      expect(drafts).toMatchObject({ tasks: [], total: 0, counts: { draft: 0 } })
    }
    expect(await queue(teacher, `?course_id=${foreign.id}`)).toMatchObject({ tasks: [], total: 0 })
    expect(await ids(await signedIn({ role: 'teacher' }))).toEqual([])
  })

  it('shows students their own, drafts last', async () => {
    expect(await ids(student)).toEqual([made.foreign, made.returned, made.fresh, made.draft])
    expect(await ids(anna)).toEqual([made.old, made.second])
    expect((await ask(anna, 'GET', `/api/tasks/${made.fresh}`)).status).toBe(404)
  })

  it('has rows without contents', async () => {
    const { tasks } = await queue(teacher, `?lesson_id=${second.id}&status=submitted`)
    expect(tasks).toEqual([
      {
        id: made.second,
        status: { slug: 'submitted', name: 'На проверке', color: 'brand', icon: 'clock' },
        students: [expect.objectContaining({ id: anna.id, name: 'Анна', surname: 'Ким' })],
        lesson: { id: second.id, name: 'Цвет 100%' },
        course: { id: course.id, name: course.name },
        score: null,
        due_at: '2026-01-02T03:04:05.000Z',
        closes_at: null,
        extended_until: null,
        idle: null,
        reviewer: null,
        attempt: 1,
        submitted_at: expect.stringMatching(/Z$/),
        lease: null,
        review_revision: 0,
        question_at: null,
        extension_asked: null,
      },
    ])
    expect(JSON.stringify(await queue(curator))).not.toMatch(/Тайна|Черновик<|@/)
  })

  it('filters, and counts each state under the other filters', async () => {
    expect(await ids(teacher, '?status=returned')).toEqual([made.returned])
    expect(await ids(teacher, `?lesson_id=${lesson.id}`)).toEqual([made.old, made.fresh])
    expect(await ids(curator, `?course_id=${course.id}&status=submitted`)).toEqual([made.old, made.second, made.fresh])
    const { total, pages, counts } = await queue(curator, `?course_id=${course.id}&status=returned`)
    expect([total, pages]).toEqual([1, 1])
    expect(counts).toEqual({ ...none, submitted: 3, returned: 1 })
  })

  it('shows the tasks of one student, those assigned to me, and unassigned ones', async () => {
    expect(await ids(teacher, `?student_id=${anna.id}`)).toEqual([made.old, made.second])
    expect(await ids(otherTeacher, `?student_id=${anna.id}`)).toEqual([])
    expect(await ids(student, `?student_id=${anna.id}`)).toEqual([])

    const given = (to: number | null, id: number) =>
      db.execute(sql`update tasks set reviewer_id = ${to} where id = ${id}`)
    await given(teacher.id, made.old)
    await given(colleague.id, made.second)
    const mine = await queue(teacher, '?reviewer=me')
    expect(mine.tasks.map(({ id, reviewer }: { id: number; reviewer: object }) => [id, reviewer])).toEqual([
      [made.old, { id: teacher.id, name: 'Ольга', surname: 'Белая' }],
    ])
    expect([mine.total, mine.counts]).toEqual([1, { ...none, submitted: 1 }])
    expect(await ids(colleague, '?reviewer=me')).toEqual([made.second])
    expect(await ids(teacher, '?reviewer=nobody')).toEqual([made.returned, made.fresh])
    await given(null, made.old)
    await given(null, made.second)
  })

  it('searches people and lessons, and takes characters literally', async () => {
    expect(await ids(teacher, `?search=${encodeURIComponent('анна ким')}`)).toEqual([made.old, made.second])
    expect(await ids(teacher, `?search=${encodeURIComponent('КИМ АННА')}`)).toEqual([made.old, made.second])
    expect(await ids(teacher, `?search=${encodeURIComponent('100%')}`)).toEqual([made.returned, made.second])
    for (const search of ['%', '_', '\\', "'", 'нет такого']) {
      const found = await queue(teacher, `?search=${encodeURIComponent(search)}`)
      expect(found.total).toBe(search === '%' ? 2 : 0)
    }
    expect((await queue(teacher, '?search=%00')).total).toBe(4)
  })

  it('searches by any part of a name: one letter, across words, in capitals, with е for ё and ё for е', async () => {
    const person = await signedIn({ name: 'Семён', surname: 'Ёжиков 5_0' })
    const { id: lesson_id } = await buildLesson(db, { course_id: course.id, name: 'Объём: ёлки 50%_5\\' })
    const { id: assignment_id } = await buildAssignment(db, { lesson_id })
    await db.insert(courseStudents).values({ course_id: course.id, user_id: person.id })
    const attempts = [{ content: '<p>Готово</p>', hoursAgo: 2 }]
    const task = await buildTask(db, { assignment_id, students: [person.id], status: 'submitted', attempts })
    expect(task.course_id).toBe(course.id)
    const finds = async (search: string) =>
      (await ids(teacher, `?search=${encodeURIComponent(search)}`)).includes(task.id)
    const found = ['ж', 'семен', 'СЕМЁН', 'ежик', 'ЁЖИК', 'н Еж', 'ков 5_0 сем', '5_0', '50%', '%_5\\', 'объем: Ё']
    for (const search of found) expect([search, await finds(search)]).toEqual([search, true])
    for (const search of ['ежик семена', '5-0', '5%0', '50_', 'объем  елки', person.user.email, 'школа']) {
      expect([search, await finds(search)]).toEqual([search, false])
    }
    await db.delete(courseStudents).where(eq(courseStudents.user_id, person.id))
    await db.delete(taskStudents).where(eq(taskStudents.task_id, task.id))
    expect(await finds('ежик')).toBe(false)
    await db.delete(attemptRows).where(eq(attemptRows.task_id, task.id))
    await db.delete(tasks).where(eq(tasks.id, task.id))
  })

  it('refuses an invalid filter', async () => {
    for (const query of [
      'status=все',
      'page=0',
      'page=abc',
      'page=1.5',
      'page=-1',
      'page=',
      'course_id=abc',
      'lesson_id=0',
      'page=1&page=2',
    ]) {
      expect([query, (await ask(teacher, 'GET', `/api/tasks?${query}`)).status]).toEqual([query, 422])
    }
  })

  it('shows who has a task open', async () => {
    await desk.act(colleague, made.old, 'lease')
    const { tasks } = await queue(teacher)
    expect(tasks[0].lease).toMatchObject({ user: { id: colleague.id, name: 'Игорь', surname: 'Мох' } })
    expect(tasks[1].lease).toBeNull()
    await db.execute(sql`update tasks set lease_expires_at = now() - interval '1 second' where id = ${made.old}`)
    expect((await queue(teacher)).tasks[0].lease).toBeNull()
  })

  it('has the number of waiting tasks in the signed-in user', async () => {
    const waiting = async (person: Signed) => (await ask(person, 'GET', '/api/auth/user')).body.user.waiting_tasks
    expect([await waiting(teacher), await waiting(otherTeacher), await waiting(curator)]).toEqual([3, 1, 4])
    expect(await waiting(student)).toBe(0)
  })

  it('lists and counts questions and requests for time, whatever the state of the task', async () => {
    const at = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
    const asks = (id: number, changes: { question_at?: string | null; extension_asked?: string | null }) =>
      db.update(tasks).set(changes).where(eq(tasks.id, id))
    await asks(made.draft, { extension_asked: at(-48), question_at: at(1) })
    await asks(made.returned, { question_at: at(2) })
    await asks(made.fresh, { extension_asked: at(-24) })
    await asks(made.foreign, { question_at: at(3) })

    const counts = { ...none, submitted: 3, returned: 1, questions: 2, extensions: 2 }
    expect((await queue(teacher)).counts).toEqual(counts)
    // the tabs do not change each other's numbers
    expect((await queue(teacher, '?asks=question')).counts).toEqual(counts)
    expect((await queue(teacher, '?status=returned')).counts).toEqual(counts)
    const questions = await queue(teacher, '?asks=question')
    expect([questions.total, questions.pages]).toEqual([2, 1])
    // a question about a draft is shown, its text is not
    expect(await ids(teacher, '?asks=question')).toEqual([made.returned, made.draft])
    expect(await ids(teacher, '?asks=extension')).toEqual([made.fresh, made.draft])
    expect(questions.tasks[1]).toMatchObject({ status: { slug: 'draft' }, attempt: null, submitted_at: null })
    expect(JSON.stringify(questions)).not.toContain('Черновик<')
    expect(await ids(teacher)).not.toContain(made.draft)
    expect(await queue(teacher, '?asks=question&status=returned')).toMatchObject({ total: 1 })
    expect(await ids(teacher, `?asks=question&search=${encodeURIComponent('100%')}`)).toEqual([made.returned])
    expect((await queue(teacher, `?asks=question&lesson_id=${lesson.id}`)).total).toBe(0)
    expect(await ids(curator, '?asks=question')).toEqual([made.foreign, made.returned, made.draft])
    expect((await queue(otherTeacher)).counts).toMatchObject({ questions: 1, extensions: 0 })
    expect(await ids(anna, '?asks=question')).toEqual([])
    expect((await queue(student)).counts).toMatchObject({ questions: 3, extensions: 2 })
    expect((await ask(teacher, 'GET', '/api/tasks?asks=everything')).status).toBe(422)
    for (const id of Object.values(made)) await asks(id, { question_at: null, extension_asked: null })
  })

  it('has 30 rows per page, none twice', async () => {
    const crowd = await signedIn({ role: 'teacher' })
    const big = await buildCourse(db, { teachers: [crowd.id] })
    for (let i = 0; i < 31; i++) {
      const { id } = await buildLesson(db, { course_id: big.id })
      const assignment = await buildAssignment(db, { lesson_id: id })
      await buildTask(db, {
        assignment_id: assignment.id,
        students: [student.id],
        status: 'submitted',
        attempts: [{ content: '<p>x</p>', hoursAgo: 1 }],
      })
    }
    const [first, next, beyond] = [await queue(crowd), await queue(crowd, '?page=2'), await queue(crowd, '?page=3')]
    expect([first.page, first.pages, first.total, first.tasks.length]).toEqual([1, 2, 31, 30])
    expect([next.page, next.tasks.length, beyond.tasks.length]).toEqual([2, 1, 0])
    expect(first.tasks.map(({ id }: { id: number }) => id)).not.toContain(next.tasks[0].id)
  })
})
