import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { setStudents } from '#server/courses/enrolments.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { type Signed, taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db, signedIn, runEffects } = app
const { teacher, curator, ask, newsOf } = await taskDesk(app)

interface School {
  student: Signed
  course: { id: number }
  lesson: { id: number }
  submitted: { id: number }
  returned: { id: number }
  accepted: { id: number }
}

/** A separate course with a student's tasks: one waits for review, one for the student, one is done. */
const school = async (): Promise<School> => {
  const student = await signedIn()
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lessons = await Promise.all([1, 2, 3].map((position) => buildLesson(db, { course_id: course.id, position })))
  const taskOf = async (lesson: { id: number } | undefined, status: 'submitted' | 'returned' | 'accepted') =>
    buildTask(db, {
      assignment_id: (await buildAssignment(db, { lesson_id: lesson?.id ?? 0 })).id,
      students: [student.id],
      status,
      attempts: [{ content: '<p>Готово.</p>', hoursAgo: 3 }],
    })
  return {
    student,
    course,
    lesson: lessons[0] as { id: number },
    submitted: await taskOf(lessons[0], 'submitted'),
    returned: await taskOf(lessons[1], 'returned'),
    accepted: await taskOf(lessons[2], 'accepted'),
  }
}

let now: School
beforeEach(async () => {
  now = await school()
})

const list = async (person: Signed, query: string) => {
  const { tasks, ...rest } = (await ask(person, 'GET', `/api/tasks?course_id=${now.course.id}${query}`)).body
  return { ids: tasks.map(({ id }: { id: number }) => id), tasks, ...rest }
}
const waitingOf = async (person: Signed) => (await ask(person, 'GET', '/api/auth/user')).body.user.waiting_tasks
const reviewersOf = async () => (await ask(teacher, 'GET', `/api/courses/${now.course.id}/reviewers`)).body

/** The ways in which a task stops needing anything. */
const ends: [string, string, () => unknown][] = [
  ['whose course is archived', 'course-archived', () => updateCourse(db, now.course.id, { status: 'archived' })],
  ['whose student left', 'left', () => ask(teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: [] })],
  ['whose student is deactivated', 'left', () => ask(curator, 'DELETE', `/api/users/${now.student.id}`)],
]

describe.each(ends)('a task %s', (_, reason, end) => {
  it('waits for nobody, and stays in the list of all', async () => {
    expect(await list(teacher, '&status=submitted')).toMatchObject({ ids: [now.submitted.id], total: 1 })
    const [waiting, everywhere] = [await waitingOf(teacher), await waitingOf(curator)]
    await end()
    for (const status of ['submitted', 'returned']) {
      expect(await list(teacher, `&status=${status}`)).toMatchObject({
        ids: [],
        total: 0,
        counts: { submitted: 0, returned: 0, accepted: 1 },
      })
    }
    expect([await waitingOf(teacher), await waitingOf(curator)]).toEqual([waiting - 1, everywhere - 1])
    const all = await list(teacher, '')
    expect(all.total).toBe(3)
    expect(all.ids.toSorted()).toEqual([now.submitted.id, now.returned.id, now.accepted.id])
    expect(all.tasks.map(({ idle }: { idle: string }) => idle)).toEqual([reason, reason, reason])
    expect(await list(teacher, '&search=лонгрид')).toMatchObject({ total: 3, counts: { submitted: 0, accepted: 1 } })
  })

  it('is not shared out', async () => {
    expect((await reviewersOf()).unassigned).toBe(1)
    await end()
    expect((await reviewersOf()).unassigned).toBe(0)
    expect((await ask(teacher, 'POST', `/api/courses/${now.course.id}/share-out`)).body).toEqual({ given: [] })
  })

  it('gets no more time, and keeps or loses what it had', async () => {
    const until = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
    const extend = (until: string | null) => ask(teacher, 'PUT', `/api/tasks/${now.returned.id}/extension`, { until })
    await db.update(assignments).set({ due_at: until(1) })
    expect((await extend(until(2))).status).toBe(200)
    await end()
    const refused = await extend(until(3))
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('исправить работу')])
    expect((await extend(null)).status).toBe(200)
  })

  it('can be accepted, but neither returned nor reminded of', async () => {
    await end()
    const review = (verdict: string) =>
      ask(teacher, 'POST', `/api/tasks/${now.submitted.id}/review`, { attempt: 1, verdict, comment: 'Поля' })
    const refused = await review('returned')
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('исправить работу')])
    const reminded = await ask(teacher, 'POST', '/api/tasks/bulk', {
      act: { action: 'remind' },
      tasks: [{ id: now.returned.id }],
    })
    expect(reminded.body.refused).toEqual([{ id: now.returned.id, detail: refused.body.detail }])
    expect((await review('accepted')).status).toBe(200)
  })
})

describe('a student', () => {
  it('who left can read their own tasks and has nothing to do', async () => {
    await ask(teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: [] })
    expect((await list(now.student, '')).total).toBe(3)
    expect(await list(now.student, '&status=returned')).toMatchObject({ ids: [], total: 0, counts: { returned: 0 } })
    const { status, body } = await ask(now.student, 'GET', `/api/tasks/${now.returned.id}`)
    expect([status, body.task.idle]).toEqual([200, 'left'])
    const saved = await ask(now.student, 'PUT', `/api/tasks/${now.returned.id}/draft`, { content: 'Ещё', revision: 0 })
    expect(saved.status).toBe(409)
    await ask(teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: [now.student.id] })
    expect(await list(now.student, '&status=returned')).toMatchObject({ ids: [now.returned.id], total: 1 })
  })

  it.each([
    ['the archive', () => updateCourse(db, now.course.id, { status: 'archived' }), 'course-archived'],
    ['a course taken back', () => updateCourse(db, now.course.id, { status: 'draft' }), 'lesson-hidden'],
  ])('is asked for nothing in %s, and changes nothing there', async (_, end, reason) => {
    await end()
    expect(await list(now.student, '&status=returned')).toMatchObject({ ids: [], total: 0 })
    expect((await list(now.student, '')).tasks[0].idle).toBe(reason)
    const saved = await ask(now.student, 'PUT', `/api/tasks/${now.returned.id}/draft`, { content: 'Ещё', revision: 0 })
    expect([saved.status, saved.body.detail]).toEqual([409, expect.stringContaining('можно только читать')])
  })

  it('who stays keeps the task of their team active', async () => {
    const mate = await signedIn()
    await setStudents(db, now.course.id, [now.student.id, mate.id])
    const lesson = await buildLesson(db, { course_id: now.course.id, name: 'Вместе' })
    const task = await buildTask(db, {
      assignment_id: (await buildAssignment(db, { lesson_id: lesson.id, team_size: 2 })).id,
      students: [now.student.id, mate.id],
      status: 'returned',
      attempts: [{ content: '<p>Готово.</p>', hoursAgo: 3 }],
    })
    await ask(teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: [mate.id] })
    expect((await list(mate, '&status=returned')).ids).toEqual([task.id])
    expect((await list(now.student, '&status=returned')).ids).toEqual([])
    expect((await list(teacher, '&status=returned')).ids).toEqual([task.id])
  })

  it('who left is still notified about a task', async () => {
    await ask(teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: [] })
    await ask(curator, 'POST', `/api/tasks/${now.submitted.id}/excuse`, { reason: 'Ушёл с курса' })
    await runEffects()
    expect((await newsOf(now.student)).map(({ type }: { type: string }) => type)).toEqual(['task-excused'])
  })
})
