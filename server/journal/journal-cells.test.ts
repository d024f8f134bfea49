import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const [teacher, curator, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn({ surname: 'Белова' }),
    signedIn({ surname: 'Ветров' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id, boris.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, {
    lesson_id: lesson.id,
    criteria: [{ id: 1, name: 'Сетка', points: 10 }],
    due_at: '2026-01-01T00:00:00.000Z',
  })
  return { teacher, curator, anna, boris, course, lesson, assignment }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const startFor = (person: Signed, student_id: number, lessonId = now.lesson.id) =>
  ask(person, 'PUT', `/api/lessons/${lessonId}/task`, { student_id })
const enrol = (...students: Signed[]) =>
  ask(now.teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: students.map(({ id }) => id) })
const journal = async (person = now.teacher) =>
  (await ask(person, 'GET', `/api/courses/${now.course.id}/journal`)).body.journal
const rowOf = async (student: Signed) =>
  (await journal()).rows.find((row: { student: { id: number } }) => row.student.id === student.id)

describe('a student who left a course', () => {
  it('stays in its journal with all marks, last, and is back when enrolled again', async () => {
    const task = await buildTask(db, {
      assignment_id: now.assignment.id,
      students: [now.anna.id],
      status: 'accepted',
      attempts: [
        {
          content: '<p>Готово.</p>',
          hoursAgo: 9,
          review: { user_id: now.teacher.id, hoursAgo: 8, verdict: 'accepted', score: 8 },
        },
      ],
    })
    expect((await journal()).rows.map(({ left_at }: { left_at: null }) => left_at)).toEqual([null, null])
    await enrol(now.boris)
    const { rows } = await journal()
    expect(rows).toMatchObject([
      { student: { id: now.boris.id }, left_at: null },
      {
        student: { id: now.anna.id },
        left_at: expect.stringMatching(/Z$/),
        average: 80,
        cells: [{ task_id: task.id, score: 8 }],
      },
    ])
    const taken = (await ask(now.teacher, 'GET', `/api/courses/${now.course.id}`)).body.course
    expect(taken.students.map(({ id }: { id: number }) => id)).toEqual([now.boris.id])
    await enrol(now.boris, now.anna)
    expect((await journal()).rows.map(({ left_at }: { left_at: null }) => left_at)).toEqual([null, null])
  })

  it('may also be a deactivated one, until the account is back', async () => {
    await ask(now.curator, 'DELETE', `/api/users/${now.anna.id}`)
    expect((await rowOf(now.anna)).left_at).not.toBeNull()
    await ask(now.curator, 'PUT', `/api/users/${now.anna.id}`, { active: true })
    expect((await rowOf(now.anna)).left_at).toBeNull()
  })

  it('is marked in the export, and shown to no other student', async () => {
    await enrol(now.boris)
    const sheet = await ask(now.teacher, 'GET', `/api/courses/${now.course.id}/journal/export?format=csv`)
    expect(sheet.body).toMatch(/Белова[^\n]*выбыл/)
    expect((await journal(now.boris)).rows).toHaveLength(1)
    expect((await ask(now.anna, 'GET', `/api/courses/${now.course.id}/journal`)).status).toBe(404)
  })
})

describe('a cell where nothing was handed in', () => {
  it('accepts a mark, which counts and stays when the task is handed in', async () => {
    const started = await startFor(now.teacher, now.anna.id)
    expect(started.status).toBe(200)
    const { id } = started.body.task
    expect((await startFor(now.curator, now.anna.id)).body.task.id).toBe(id)
    expect(await rowOf(now.anna)).toMatchObject({ average: null, cells: [{ task_id: null, score: null }] })
    const scored = await ask(now.teacher, 'PUT', `/api/tasks/${id}/score`, { score: 7, expected: null })
    expect(scored.body.cell).toMatchObject({ task_id: id, score: 7, status: null, overdue: false, changes: 1 })
    expect(await rowOf(now.anna)).toMatchObject({ average: 70, cells: [{ task_id: id, score: 7, status: null }] })
    await ask(now.anna, 'PUT', `/api/tasks/${id}/draft`, { content: '<p>Готово.</p>', revision: 0 })
    await call('POST', `/api/tasks/${id}/submit`, { token: now.anna.token, headers: { 'idempotency-key': 'once' } })
    expect(await rowOf(now.anna)).toMatchObject({ cells: [{ score: 7, status: { slug: 'submitted' } }] })
  })

  it('accepts more time, and by curators an excuse', async () => {
    const { id } = (await startFor(now.teacher, now.anna.id)).body.task
    const until = new Date(Date.now() + dayMs).toISOString()
    expect((await ask(now.teacher, 'PUT', `/api/tasks/${id}/extension`, { until })).status).toBe(200)
    expect((await rowOf(now.anna)).cells).toMatchObject([{ task_id: id, due_at: until, overdue: false }])
    expect((await ask(now.teacher, 'POST', `/api/tasks/${id}/excuse`, { reason: 'Болела' })).status).toBe(403)
    expect((await ask(now.curator, 'POST', `/api/tasks/${id}/excuse`, { reason: 'Болела' })).status).toBe(200)
    expect((await rowOf(now.anna)).cells).toMatchObject([{ status: { slug: 'excused' } }])
  })

  it('is opened by staff alone, for those in the journal alone', async () => {
    const stranger = await signedIn()
    expect((await startFor(now.teacher, stranger.id)).status).toBe(422)
    expect((await startFor(now.teacher, 2_000_000_000)).status).toBe(422)
    expect((await startFor(await signedIn({ role: 'teacher' }), now.anna.id)).status).toBe(404)
    expect((await ask(now.teacher, 'PUT', `/api/lessons/${now.lesson.id}/task`)).status).toBe(403)
    const own = (await startFor(now.boris, now.anna.id)).body.task
    expect(own.students.map(({ id }: { id: number }) => id)).toEqual([now.boris.id])
    await enrol(now.boris)
    expect((await startFor(now.teacher, now.anna.id)).status).toBe(200)
  })

  it('hides a draft from staff until they give it something', async () => {
    const { id } = (await ask(now.anna, 'PUT', `/api/lessons/${now.lesson.id}/task`)).body.task
    expect((await rowOf(now.anna)).cells).toMatchObject([{ task_id: null, status: null }])
    await ask(now.teacher, 'PUT', `/api/tasks/${id}/score`, { score: 3 })
    expect((await rowOf(now.anna)).cells).toMatchObject([{ task_id: id, status: null, score: 3 }])
  })
})
