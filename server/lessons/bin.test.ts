import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const [student, teacher, curator] = await Promise.all([
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const section = await buildSection(db, course.id, 'Вёрстка')
  const lesson = await buildLesson(db, { course_id: course.id, section_id: section.id, name: 'Сетка' })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id, due_at: '2026-01-01T00:00:00.000Z' })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [student.id],
    status: 'accepted',
    attempts: [
      {
        content: '<p>Готово.</p>',
        hoursAgo: 9,
        review: { user_id: teacher.id, hoursAgo: 8, verdict: 'accepted', score: 5 },
      },
    ],
  })
  return { student, teacher, curator, course, section, lesson, assignment, task }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const remove = () => ask(now.teacher, 'DELETE', `/api/lessons/${now.lesson.id}`)
const restore = (person = now.teacher) => ask(person, 'POST', `/api/lessons/${now.lesson.id}/restore`)
const bin = async () => (await ask(now.teacher, 'GET', `/api/courses/${now.course.id}/bin`)).body.lessons
const journal = async (person = now.teacher) =>
  (await ask(person, 'GET', `/api/courses/${now.course.id}/journal`)).body.journal
const passDays = (days: number) =>
  db.execute(sql`update lessons set deleted_at = deleted_at - make_interval(days => ${days})
    where id = ${now.lesson.id}`)

describe('the bin of a course', () => {
  it('is named to a colleague who saves a lesson that was deleted meanwhile, and to nobody else', async () => {
    await remove()
    const detailFor = async (person: Signed) => {
      const { status, body } = await ask(person, 'PUT', `/api/lessons/${now.lesson.id}`, { name: 'Поля' })
      return [status, body.detail]
    }
    const [status, plain] = await detailFor(now.student)
    expect([status, plain]).toEqual([404, expect.not.stringContaining('корзин')])
    expect(await detailFor(await signedIn({ role: 'teacher' }))).toEqual([404, plain])
    expect(await detailFor(now.teacher)).toEqual([404, expect.stringContaining('Верните его из корзины')])
    await passDays(31)
    expect(await detailFor(now.curator)).toEqual([404, plain])
  })

  it('has a deleted lesson, which is restored to its place', async () => {
    expect(await bin()).toEqual([])
    expect((await ask(now.teacher, 'GET', `/api/lessons/${now.lesson.id}`)).body.lesson.task_count).toBe(1)
    expect((await ask(now.student, 'GET', `/api/lessons/${now.lesson.id}`)).body.lesson.task_count).toBeUndefined()
    expect((await remove()).status).toBe(204)
    expect((await ask(now.teacher, 'GET', `/api/lessons/${now.lesson.id}`)).status).toBe(404)
    const [binned, ...others] = await bin()
    expect(others).toEqual([])
    expect(binned).toEqual({
      id: now.lesson.id,
      name: 'Сетка',
      deleted_at: expect.stringMatching(/Z$/),
      restorable_until: expect.stringMatching(/Z$/),
      task_count: 1,
    })
    expect(Date.parse(binned.restorable_until) - Date.parse(binned.deleted_at)).toBe(30 * dayMs)
    const { status, body } = await restore(now.curator)
    expect([status, body.lesson.id, body.lesson.section_id]).toEqual([200, now.lesson.id, now.section.id])
    expect(await bin()).toEqual([])
    expect((await restore()).status).toBe(200)
    expect((await ask(now.student, 'GET', `/api/lessons/${now.lesson.id}`)).body.lesson.task.id).toBe(now.task.id)
  })

  it('drops a lesson after 30 days, with an explanation', async () => {
    await remove()
    await passDays(29)
    expect(await bin()).toHaveLength(1)
    await passDays(2)
    expect(await bin()).toEqual([])
    const { status, body } = await restore()
    expect([status, body.detail]).toEqual([409, expect.stringContaining('30 дней прошли')])
  })

  it('restores a lesson without its section when that was deleted in the meantime', async () => {
    await remove()
    await ask(now.teacher, 'PUT', `/api/courses/${now.course.id}`, { sections: [] })
    expect((await restore()).body.lesson.section_id).toBeNull()
  })
})

it('a deleted section leaves its lessons in the course', async () => {
  const { body } = await ask(now.teacher, 'PUT', `/api/courses/${now.course.id}`, { sections: [] })
  expect(body.course.lessons).toMatchObject([{ id: now.lesson.id, section_id: null }])
})

describe.each([
  ['in the bin', 0],
  ['whose 30 days are over', 31],
])('tasks of a lesson %s', (_, days) => {
  beforeEach(async () => {
    await remove()
    await passDays(days)
  })

  it('stay with their student and the staff', async () => {
    for (const person of [now.student, now.teacher, now.curator]) {
      const { status, body } = await ask(person, 'GET', `/api/tasks/${now.task.id}`)
      expect([status, body.task.idle, body.task.score]).toEqual([200, 'lesson-deleted', 5])
      const { tasks } = (await ask(person, 'GET', `/api/tasks?course_id=${now.course.id}`)).body
      expect(tasks).toMatchObject([{ id: now.task.id, idle: 'lesson-deleted' }])
    }
    expect((await ask(now.student, 'GET', `/api/tasks/${now.task.id}`)).body.task.attempts[0].content).toBe(
      '<p>Готово.</p>',
    )
  })

  it('stay in the journal, marked as deleted', async () => {
    for (const person of [now.student, now.teacher]) {
      const { assignments, rows } = await journal(person)
      expect(assignments).toMatchObject([
        { id: now.assignment.id, open: false, deleted_at: expect.stringMatching(/Z$/) },
      ])
      expect(rows[0].cells).toMatchObject([{ task_id: now.task.id, score: 5 }])
    }
  })

  it('keep the address of their notifications', async () => {
    await buildNotification(db, { user_id: now.student.id, type: 'task-accepted', lesson_id: now.lesson.id })
    await buildNotification(db, { user_id: now.student.id, type: 'lesson-published', lesson_id: now.lesson.id })
    const { notifications } = (await ask(now.student, 'GET', '/api/users/notifications')).body
    expect(notifications).toMatchObject([{ lesson: null }, { lesson: { id: now.lesson.id } }])
  })

  it('can be changed no further by their student, nor returned by anybody', async () => {
    await ask(now.teacher, 'POST', `/api/tasks/${now.task.id}/reopen`, { reason: 'Ошибка' })
    const returned = { attempt: 1, verdict: 'returned', comment: 'Поля' }
    expect((await ask(now.teacher, 'POST', `/api/tasks/${now.task.id}/review`, returned)).status).toBe(409)
    expect((await ask(now.student, 'POST', `/api/tasks/${now.task.id}/withdraw`)).body.detail).toContain('Урок удалён')
    const { tasks, counts } = (await ask(now.teacher, 'GET', '/api/tasks?status=submitted')).body
    expect([tasks, counts.submitted]).toEqual([[], 0])
  })
})

it('have no column when nobody handed one in', async () => {
  const empty = await buildLesson(db, { course_id: now.course.id })
  await buildAssignment(db, { lesson_id: empty.id })
  expect((await journal()).assignments).toHaveLength(2)
  await ask(now.teacher, 'DELETE', `/api/lessons/${empty.id}`)
  expect((await journal()).assignments).toHaveLength(1)
})

describe('two people at once', () => {
  const audited = async (kind: string) =>
    (await db.execute(sql`select 1 from audit_entries where kind = ${kind} and object_id = ${String(now.course.id)}`))
      .rows.length
  /** Both wait for the lesson, or for who waits for it; returns their statuses. */
  const together = async (act: () => ReturnType<typeof remove>) => {
    const letGo = await hold(db, sql`select 1 from lessons where id = ${now.lesson.id} for no key update`)
    const responses = [act()]
    await expect.poll(() => countWaiting(db)).toBe(1)
    responses.push(act())
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    return (await Promise.all(responses)).map(({ status }) => status)
  }

  it('delete a lesson once', async () => {
    expect(await together(remove)).toEqual([204, 404])
    expect(await audited('lessons-deleted')).toBe(1)
  })

  it('restore a lesson once', async () => {
    await remove()
    expect(await together(restore)).toEqual([200, 200])
    expect(await audited('lessons-restored')).toBe(1)
  })
})
