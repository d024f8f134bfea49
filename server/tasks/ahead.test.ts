import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { setStudents } from '#server/courses/enrolments.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import type { Signed } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

const soon = '2030-02-03T04:05:06.000Z'
const later = '2031-02-03T04:05:06.000Z'

let student: Signed
let teacher: Signed
let course: { id: number }
/** Lessons by the kind of their assignment. */
let lessons: Record<'none' | 'soon' | 'later' | 'begun', { id: number }>

beforeEach(async () => {
  ;[student, teacher] = await Promise.all([signedIn(), signedIn({ role: 'teacher' })])
  course = await buildCourse(db, { teachers: [teacher.id], students: [student.id], name: 'Вёрстка' })
  const asking = async (name: string, due_at: string | null) => {
    const lesson = await buildLesson(db, { course_id: course.id, name })
    const assignment = await buildAssignment(db, { lesson_id: lesson.id, due_at })
    return { id: lesson.id, assignment }
  }
  const [none, last, first, begun] = [
    await asking('Без срока', null),
    await asking('Позже', later),
    await asking('Скоро', soon),
    await asking('Начат', soon),
  ]
  await buildLesson(db, { course_id: course.id, name: 'Без задания' })
  await buildTask(db, { assignment_id: begun.assignment.id, students: [student.id], status: 'draft' })
  lessons = { none, soon: first, later: last, begun }
})

const ask = async (person: Signed, path: string) => call('GET', path, { token: person.token })
const ahead = async (person = student) =>
  (await ask(person, '/api/assignments')).body.assignments.map(
    ({ lesson }: { lesson: { name: string } }) => lesson.name,
  )

describe('GET /api/assignments', () => {
  it('lists assignments that are not begun, those due first before the rest', async () => {
    const { status, body } = await ask(student, '/api/assignments')
    expect(status).toBe(200)
    expect(body.assignments[0]).toEqual({
      lesson: { id: lessons.soon.id, name: 'Скоро' },
      course: { id: course.id, name: 'Вёрстка' },
      due_at: soon,
      closes_at: null,
    })
    expect(await ahead()).toEqual(['Скоро', 'Позже', 'Без срока'])
    expect(await ahead(await signedIn())).toEqual([])
  })

  it('leaves out what cannot be opened now', async () => {
    await updateLesson(db, lessons.soon.id, { status: 'draft' })
    await updateLesson(db, lessons.later.id, { publish_at: later })
    expect(await ahead()).toEqual(['Без срока'])
    await updateLesson(db, lessons.none.id, { deleted_at: new Date().toISOString() })
    expect(await ahead()).toEqual([])
  })

  it('leaves out a course that is over or was left', async () => {
    await updateCourse(db, course.id, { status: 'archived' })
    expect(await ahead()).toEqual([])
    await updateCourse(db, course.id, { status: 'published' })
    expect(await ahead()).toHaveLength(3)
    await setStudents(db, course.id, [])
    expect(await ahead()).toEqual([])
  })

  it('is a student’s own', async () => {
    expect((await call('GET', '/api/assignments')).status).toBe(401)
    expect((await ask(teacher, '/api/assignments')).body).toEqual({ assignments: [] })
  })
})

describe('GET /api/lessons/{id}/task of an inaccessible lesson', () => {
  const read = (person: Signed, lesson = lessons.begun) => ask(person, `/api/lessons/${lesson.id}/task`)

  it('still shows a student their task', async () => {
    const before = await read(student)
    expect(before.body.task).toMatchObject({ idle: null, lesson: { id: lessons.begun.id } })
    await setStudents(db, course.id, [])
    const after = await read(student)
    expect(after.status).toBe(200)
    expect(after.body.task).toMatchObject({ id: before.body.task.id, idle: 'left' })
    await updateLesson(db, lessons.begun.id, { deleted_at: new Date().toISOString() })
    expect((await read(student)).body.task).toMatchObject({ idle: 'lesson-deleted' })
  })

  it('shows others nothing, nor anything without a task', async () => {
    await setStudents(db, course.id, [])
    expect((await read(student, lessons.soon)).status).toBe(404)
    expect((await read(await signedIn())).status).toBe(404)
    expect((await call('GET', `/api/lessons/${lessons.begun.id}/task`)).status).toBe(401)
  })
})

describe('the offer to make a project', () => {
  const offer = async (person = student) => (await ask(person, '/api/assignments')).body.offer
  const decline = (id: number, method: 'PUT' | 'DELETE' = 'DELETE', person = student) =>
    call(method, `/api/tasks/${id}/project-offer`, { token: person.token })
  const accepted = async (name: string, hoursAgo: number, students = [student.id]) => {
    const lesson = await buildLesson(db, { course_id: course.id, name })
    const assignment = await buildAssignment(db, { lesson_id: lesson.id })
    const review = { user_id: teacher.id, hoursAgo, verdict: 'accepted' as const, score: 9 }
    return buildTask(db, {
      assignment_id: assignment.id,
      students,
      status: 'accepted',
      attempts: [{ content: '<p>Готово</p>', hoursAgo: hoursAgo + 1, review }],
    })
  }

  it('is of the task accepted last that no project was made from, until it is declined', async () => {
    expect(await offer()).toBeUndefined()
    const [older, newer] = [await accepted('Раньше', 48), await accepted('Позже', 24)]
    expect(await offer()).toEqual({
      task_id: newer.id,
      lesson: { id: expect.any(Number), name: 'Позже' },
      course: { id: course.id, name: 'Вёрстка' },
      score: 9,
    })
    const project = await buildProject(db, { authors: [student.id], task_id: newer.id, status: 'draft' })
    expect((await offer()).task_id).toBe(older.id)
    await db.execute(sql`update projects set deleted_at = now() where id = ${project.id}`)
    expect((await offer()).task_id).toBe(older.id)
    // nothing that was accepted by then is offered after it, in an archived course, too
    await updateCourse(db, course.id, { status: 'archived' })
    expect((await decline(older.id)).status).toBe(204)
    expect((await decline(older.id)).status).toBe(204)
    expect(await offer()).toBeUndefined()
    expect((await decline(older.id, 'PUT')).status).toBe(204)
    expect((await offer()).task_id).toBe(older.id)
  })

  it('can be declined again when the task was accepted again', async () => {
    const task = await accepted('Дважды', 24)
    await decline(task.id)
    expect(await offer()).toBeUndefined()
    await db.execute(sql`update reviews set created_at = now()`)
    await db.execute(sql`update task_students set offer_declined_at = now() - interval '1 hour'
      where offer_declined_at is not null`)
    expect((await offer()).task_id).toBe(task.id)
    await decline(task.id)
    expect(await offer()).toBeUndefined()
  })

  it('is each student’s own, of a late verdict in force', async () => {
    const mate = await signedIn()
    const task = await accepted('Вместе', 24, [student.id, mate.id])
    await decline(task.id)
    expect([await offer(), (await offer(mate)).task_id, await offer(teacher)]).toEqual([undefined, task.id, undefined])
    await db.execute(sql`update reviews set created_at = now() - interval '61 days'`)
    expect(await offer(mate)).toBeUndefined()
  })
})
