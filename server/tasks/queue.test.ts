import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { type Signed, taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db, signedIn } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, otherTeacher, curator, ask, course, lesson } = desk

const queue = async (person: Signed, query = '') => (await ask(person, 'GET', `/api/tasks${query}`)).body
const ids = async (person: Signed, query = '') => (await queue(person, query)).tasks.map(({ id }: { id: number }) => id)

let anna: Signed
let works: Record<'old' | 'fresh' | 'returned' | 'draft' | 'second' | 'foreign', number>
let second: { id: number }
let foreign: { id: number }

beforeAll(async () => {
  anna = await signedIn({ name: 'Анна', surname: 'Ким' })
  second = await buildLesson(db, { course_id: course.id, name: 'Цвет 100%' })
  foreign = await buildCourse(db, { teachers: [otherTeacher.id], name: 'Чужой курс' })
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
  works = {
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
    expect(await ids(teacher)).toEqual([works.old, works.returned, works.second, works.fresh])
    expect(await ids(colleague)).toEqual(await ids(teacher))
    expect(await ids(otherTeacher)).toEqual([works.foreign])
    expect(await ids(curator)).toEqual([works.foreign, works.old, works.returned, works.second, works.fresh])
    expect(await queue(teacher, '?status=draft')).toMatchObject({ tasks: [], total: 0, counts: { draft: 0 } })
    expect(await queue(teacher, `?course_id=${foreign.id}`)).toMatchObject({ tasks: [], total: 0 })
    expect(await ids(await signedIn({ role: 'teacher' }))).toEqual([])
  })

  it('shows students their own, drafts last', async () => {
    expect(await ids(student)).toEqual([works.foreign, works.returned, works.fresh, works.draft])
    expect(await ids(anna)).toEqual([works.old, works.second])
    expect((await ask(anna, 'GET', `/api/tasks/${works.fresh}`)).status).toBe(404)
  })

  it('has rows without contents', async () => {
    const { tasks } = await queue(teacher, `?lesson_id=${second.id}&status=submitted`)
    expect(tasks).toEqual([
      {
        id: works.second,
        status: { slug: 'submitted', name: 'На проверке', color: 'brand', icon: 'clock' },
        students: [expect.objectContaining({ id: anna.id, name: 'Анна', surname: 'Ким' })],
        lesson: { id: second.id, name: 'Цвет 100%' },
        course: { id: course.id, name: course.name },
        score: null,
        due_at: '2026-01-02T03:04:05.000Z',
        closes_at: null,
        extended_until: null,
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
    expect(await ids(teacher, '?status=returned')).toEqual([works.returned])
    expect(await ids(teacher, `?lesson_id=${lesson.id}`)).toEqual([works.old, works.fresh])
    expect(await ids(curator, `?course_id=${course.id}&status=submitted`)).toEqual([
      works.old,
      works.second,
      works.fresh,
    ])
    const { total, pages, counts } = await queue(curator, `?course_id=${course.id}&status=returned`)
    expect([total, pages]).toEqual([1, 1])
    expect(counts).toEqual({ draft: 0, submitted: 3, returned: 1, accepted: 0, excused: 0 })
  })

  it('shows the works of one student, those given to me, and those given to nobody', async () => {
    expect(await ids(teacher, `?student_id=${anna.id}`)).toEqual([works.old, works.second])
    expect(await ids(otherTeacher, `?student_id=${anna.id}`)).toEqual([])
    expect(await ids(student, `?student_id=${anna.id}`)).toEqual([])

    const given = (to: number | null, id: number) =>
      db.execute(sql`update tasks set reviewer_id = ${to} where id = ${id}`)
    await given(teacher.id, works.old)
    await given(colleague.id, works.second)
    const mine = await queue(teacher, '?reviewer=me')
    expect(mine.tasks.map(({ id, reviewer }: { id: number; reviewer: object }) => [id, reviewer])).toEqual([
      [works.old, { id: teacher.id, name: 'Ольга', surname: 'Белая' }],
    ])
    expect([mine.total, mine.counts]).toEqual([1, { draft: 0, submitted: 1, returned: 0, accepted: 0, excused: 0 }])
    expect(await ids(colleague, '?reviewer=me')).toEqual([works.second])
    expect(await ids(teacher, '?reviewer=nobody')).toEqual([works.returned, works.fresh])
    await given(null, works.old)
    await given(null, works.second)
  })

  it('searches people and lessons, and takes signs literally', async () => {
    expect(await ids(teacher, `?search=${encodeURIComponent('анна ким')}`)).toEqual([works.old, works.second])
    expect(await ids(teacher, `?search=${encodeURIComponent('КИМ АННА')}`)).toEqual([works.old, works.second])
    expect(await ids(teacher, `?search=${encodeURIComponent('100%')}`)).toEqual([works.returned, works.second])
    for (const search of ['%', '_', '\\', "'", 'нет такого']) {
      const found = await queue(teacher, `?search=${encodeURIComponent(search)}`)
      expect(found.total).toBe(search === '%' ? 2 : 0)
    }
    expect((await queue(teacher, '?search=%00')).total).toBe(4)
  })

  it('refuses what is no filter', async () => {
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

  it('shows who has a work', async () => {
    await desk.act(colleague, works.old, 'lease')
    const { tasks } = await queue(teacher)
    expect(tasks[0].lease).toMatchObject({ user: { id: colleague.id, name: 'Игорь', surname: 'Мох' } })
    expect(tasks[1].lease).toBeNull()
    await db.execute(sql`update tasks set lease_expires_at = now() - interval '1 second' where id = ${works.old}`)
    expect((await queue(teacher)).tasks[0].lease).toBeNull()
  })

  it('says in the signed-in user how many wait', async () => {
    const waiting = async (person: Signed) => (await ask(person, 'GET', '/api/auth/user')).body.user.waiting_tasks
    expect([await waiting(teacher), await waiting(otherTeacher), await waiting(curator)]).toEqual([3, 1, 4])
    expect(await waiting(student)).toBe(0)
  })

  it('goes 30 a page, none twice', async () => {
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
