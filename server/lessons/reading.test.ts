import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { answerQuiz } from '#server/quizzes/answer-quiz.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = (name: string, position: number, content = '<p>Текст</p>') =>
    buildLesson(db, { course_id: course.id, name, position, content })
  const [first, second] = [await lesson('Сетка', 1), await lesson('Поля', 2)]
  const third = await lesson('Модуль', 3, `<p>${'слово '.repeat(500)}</p>`)
  const assignment = await buildAssignment(db, { lesson_id: second.id })
  return { teacher, student, course, first, second, third, assignment }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const setAfter = (id: number, after: { lesson_id: number; needs: 'read' | 'accepted' }[]) =>
  ask(now.teacher, 'PUT', `/api/lessons/${id}`, { after })
const outline = async (person = now.student) =>
  (await ask(person, 'GET', `/api/courses/${now.course.id}`)).body.course.lessons
const open = (id: number, person = now.student) => ask(person, 'GET', `/api/lessons/${id}`)
const read = (id: number, person = now.student) => ask(person, 'POST', `/api/lessons/${id}/read`)

describe('reading', () => {
  it('is marked and unmarked, for oneself alone', async () => {
    const other = await signedIn()
    await ask(now.teacher, 'PUT', `/api/courses/${now.course.id}/students`, { user_ids: [now.student.id, other.id] })
    expect((await read(now.first.id)).status).toBe(204)
    expect((await read(now.first.id)).status).toBe(204)
    expect((await outline()).map((lesson: { read: boolean }) => lesson.read)).toEqual([true, false, false])
    expect((await open(now.first.id)).body.lesson.read).toBe(true)
    expect((await outline(other))[0].read).toBe(false)
    const { progress } = (await ask(now.student, 'GET', '/api/courses')).body.courses[0]
    expect(progress).toEqual({ accepted: 0, total: 1, read: 1 })
    expect((await ask(now.student, 'DELETE', `/api/lessons/${now.first.id}/read`)).status).toBe(204)
    expect((await outline())[0].read).toBe(false)
  })

  it('comes with quizzes that are passed at the same moment, as a device sends them that was offline', async () => {
    const { student, first } = now
    const pass = async (tx: typeof db, { id, questions }: Awaited<ReturnType<typeof buildQuizInText>>) => {
      const [lesson] = await db.select().from(lessons).where(eq(lessons.id, first.id))
      const answers = rightAnswers(questions)
      return answerQuiz(tx, { ...student, role: 'student' }, lesson ?? first, id, { key: 'offline', answers })
    }
    const [one, two] = [
      await buildQuizInText(db, { lesson_id: first.id }),
      await buildQuizInText(db, { lesson_id: first.id }),
    ]
    const { other } = await db.transaction(async (tx) => {
      await pass(tx, one)
      const other = pass(db, two)
      // as far as it comes while the first one is not over
      await Promise.race([other, setTimeout(500)])
      return { other }
    })
    await other
    expect((await open(first.id)).body.lesson.read).toBe(true)
  })

  it('comes with a task that was handed in', async () => {
    const { assignment, student } = now
    await buildTask(db, {
      assignment_id: assignment.id,
      students: [student.id],
      status: 'submitted',
      attempts: [{ content: '<p>Готово</p>', hoursAgo: 1 }],
    })
    expect((await outline())[1].read).toBe(true)
  })

  it('takes minutes: estimated from the text, unless the teacher says otherwise', async () => {
    expect((await outline()).map(({ minutes }: { minutes: number }) => minutes)).toEqual([1, 1, 3])
    const { lesson } = (await ask(now.teacher, 'PUT', `/api/lessons/${now.third.id}`, { minutes: 25 })).body
    expect([lesson.minutes, lesson.own_minutes]).toEqual([25, 25])
    expect((await outline())[2].minutes).toBe(25)
    await ask(now.teacher, 'PUT', `/api/lessons/${now.third.id}`, { minutes: null })
    expect((await outline())[2].minutes).toBe(3)
    expect((await ask(now.teacher, 'PUT', `/api/lessons/${now.third.id}`, { minutes: 0 })).status).toBe(422)
  })
})

describe('what must come first', () => {
  it('keeps a lesson closed until another was read, and says which', async () => {
    expect((await setAfter(now.third.id, [{ lesson_id: now.first.id, needs: 'read' }])).body.lesson.after).toEqual([
      { lesson_id: now.first.id, needs: 'read' },
    ])
    const closed = await open(now.third.id)
    expect([closed.status, closed.body.type]).toEqual([403, 'urn:praktika:problem:locked'])
    expect(closed.body.detail).toContain('«Сетка»')
    expect((await read(now.third.id)).status).toBe(403)
    expect((await outline())[2].locked).toEqual({ by: { lesson_id: now.first.id, name: 'Сетка', needs: 'read' } })
    // those who teach it open it
    expect((await open(now.third.id, now.teacher)).status).toBe(200)
    expect((await outline(now.teacher))[2].locked).toBeNull()
    await read(now.first.id)
    expect((await open(now.third.id)).status).toBe(200)
    expect((await outline())[2].locked).toBeNull()
  })

  it('may be an accepted task: handing it in is not enough', async () => {
    const { second, third, assignment, student } = now
    await setAfter(third.id, [{ lesson_id: second.id, needs: 'accepted' }])
    const task = await buildTask(db, {
      assignment_id: assignment.id,
      students: [student.id],
      status: 'submitted',
      attempts: [{ content: '<p>Готово</p>', hoursAgo: 1 }],
    })
    expect((await open(third.id)).body.detail).toContain('примет ваше задание в уроке «Поля»')
    const verdict = { attempt: 1, verdict: 'accepted' }
    expect((await ask(now.teacher, 'POST', `/api/tasks/${task.id}/review`, verdict)).status).toBe(200)
    expect((await open(third.id)).status).toBe(200)
  })

  it('keeps a task from being begun', async () => {
    const { first, second } = now
    await setAfter(second.id, [{ lesson_id: first.id, needs: 'read' }])
    expect((await ask(now.student, 'PUT', `/api/lessons/${second.id}/task`)).status).toBe(403)
    await read(first.id)
    expect((await ask(now.student, 'PUT', `/api/lessons/${second.id}/task`)).status).toBe(200)
  })

  it('does not count while students cannot open it', async () => {
    const { first, third } = now
    await setAfter(third.id, [{ lesson_id: first.id, needs: 'read' }])
    await ask(now.teacher, 'PUT', `/api/lessons/${first.id}`, { status: 'draft' })
    expect((await open(third.id)).status).toBe(200)
    await ask(now.teacher, 'PUT', `/api/lessons/${first.id}`, { status: 'published' })
    expect((await open(third.id)).status).toBe(403)
    await ask(now.teacher, 'DELETE', `/api/lessons/${first.id}`)
    expect((await open(third.id)).status).toBe(200)
  })

  it('is refused for itself, a circle, another course, or the same twice; nothing changes', async () => {
    const { first, second, third } = now
    const foreign = await buildLesson(db, { course_id: (await buildCourse(db, { teachers: [now.teacher.id] })).id })
    await setAfter(second.id, [{ lesson_id: first.id, needs: 'read' }])
    await setAfter(third.id, [{ lesson_id: second.id, needs: 'read' }])
    const before = (await open(first.id, now.teacher)).body
    for (const ids of [[first.id], [third.id], [foreign.id], [second.id, second.id]]) {
      const refused = await setAfter(
        first.id,
        ids.map((lesson_id) => ({ lesson_id, needs: 'read' as const })),
      )
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['after']])
    }
    expect((await open(first.id, now.teacher)).body).toEqual(before)
    expect((await setAfter(second.id, [])).body.lesson.after).toEqual([])
  })
})

describe('a lock', () => {
  const team = async () => {
    const { teacher, student, course, first } = now
    const classmate = await signedIn()
    await ask(teacher, 'PUT', `/api/courses/${course.id}/students`, { user_ids: [student.id, classmate.id] })
    const lesson = await buildLesson(db, { course_id: course.id, name: 'Вместе', position: 4 })
    const { id } = await buildAssignment(db, { lesson_id: lesson.id, team_size: 3 })
    const task = await buildTask(db, { assignment_id: id, students: [student.id] })
    await setAfter(lesson.id, [{ lesson_id: first.id, needs: 'read' }])
    return { classmate, lesson, task }
  }

  it('keeps from joining a team, too', async () => {
    const { classmate, lesson, task } = await team()
    expect((await ask(classmate, 'GET', `/api/lessons/${lesson.id}/teams`)).status).toBe(403)
    const join = () => ask(classmate, 'POST', `/api/tasks/${task.id}/join`)
    expect((await join()).status).toBe(403)
    await read(now.first.id, classmate)
    expect((await join()).status).toBe(200)
  })

  it('is neither marked nor unmarked in the archive', async () => {
    await read(now.first.id)
    await ask(now.teacher, 'PUT', `/api/courses/${now.course.id}`, { status: 'archived' })
    expect((await read(now.third.id)).body).toMatchObject({
      status: 409,
      detail: 'Курс в архиве: его можно только читать.',
    })
    expect((await ask(now.student, 'DELETE', `/api/lessons/${now.first.id}/read`)).status).toBe(409)
    expect((await outline()).map((lesson: { read: boolean }) => lesson.read)).toEqual([true, false, false])
  })

  it('does not close a lesson whose task was begun, nor any in the archive', async () => {
    const { classmate, lesson } = await team()
    expect((await open(lesson.id)).status).toBe(200)
    expect((await open(lesson.id, classmate)).status).toBe(403)
    await ask(now.teacher, 'PUT', `/api/courses/${now.course.id}`, { status: 'archived' })
    expect((await open(lesson.id, classmate)).status).toBe(200)
  })

  it('asks for reading where there is no assignment to accept', async () => {
    await setAfter(now.third.id, [{ lesson_id: now.first.id, needs: 'accepted' }])
    expect((await open(now.third.id)).body.detail).toContain('прочитаете урок «Сетка»')
  })
})
