import { beforeEach, describe, expect, it } from 'vitest'
import { maxShownQuestions } from '#contract/questions/questions.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { setStudents } from '#server/courses/enrolments.repo.ts'
import { listRecentEvents } from '#server/events/events.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { setRequirements } from '#server/lessons/reading.repo.ts'
import { maxQuestions } from '#server/questions/change-question.ts'
import { insertQuestion } from '#server/questions/questions.repo.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const [student, other, teacher, stranger] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id, other.id] })
  await buildCourse(db, { teachers: [stranger.id] })
  const lesson = await buildLesson(db, { course_id: course.id, name: 'Сетка <b>' })
  return { student, other, teacher, stranger, course, lesson }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const act = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const address = () => `/api/lessons/${now.lesson.id}/questions`
const ask = async (text = 'Почему 12 колонок?', person = now.student) => {
  const { status, body } = await act(person, 'POST', address(), { text })
  expect(status).toBe(201)
  return body.question
}
const list = async (person = now.other) => (await act(person, 'GET', address())).body.questions
const answer = (id: number, text = 'Удобно делить.', person = now.teacher) =>
  act(person, 'PUT', `/api/questions/${id}/answer`, { text })
const waiting = async (person = now.teacher) => (await act(person, 'GET', '/api/questions')).body
const notifications = async (person: Signed) =>
  (await act(person, 'GET', '/api/users/notifications')).body.notifications

describe('a question under a lesson', () => {
  it('is read by everybody in the course, and answered once for all', async () => {
    const { id } = await ask()
    await ask('А поля?', now.other)
    expect(await list()).toMatchObject([
      { text: 'А поля?', user: { id: now.other.id }, answer: null },
      { id, text: 'Почему 12 колонок?', user: { id: now.student.id }, edited_at: null, answer: null },
    ])
    expect(await waiting()).toMatchObject({
      total: 2,
      questions: [{ id, lesson: { id: now.lesson.id }, course: { id: now.course.id } }, { text: 'А поля?' }],
    })
    expect(await waiting(now.stranger)).toEqual({ total: 0, questions: [] })
    expect((await answer(id)).body.question.answer).toMatchObject({
      text: 'Удобно делить.',
      user: { id: now.teacher.id },
    })
    expect((await list())[1].answer.text).toBe('Удобно делить.')
    expect((await waiting()).total).toBe(1)
    await answer(id, 'Двенадцать делится на многое.')
    expect((await list(now.student))[1].answer.text).toBe('Двенадцать делится на многое.')
  })

  it('is not answered over the answer of somebody else', async () => {
    const curator = await signedIn({ role: 'curator' })
    const { id } = await ask()
    const send = (person: Signed, text: string, expected?: string | null) =>
      act(person, 'PUT', `/api/questions/${id}/answer`, { text, expected })
    const { answered_at } = (await send(now.teacher, 'Ответ преподавателя', null)).body.question.answer
    const refused = await send(curator, 'Ответ куратора', null)
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:praktika:problem:conflict'])
    expect((await list())[0].answer.text).toBe('Ответ преподавателя')
    expect((await send(curator, 'Ответ преподавателя', null)).status).toBe(200)
    expect((await send(curator, 'Ответ куратора', answered_at)).body.question.answer.text).toBe('Ответ куратора')
    expect((await send(now.teacher, 'Иначе', answered_at)).status).toBe(409)
    expect((await send(now.teacher, 'Иначе', 'вчера')).status).toBe(422)
    expect((await send(now.teacher, 'Иначе')).status).toBe(200)
  })

  it('notifies the teachers, and who asked of the first answer; each once', async () => {
    const { id } = await ask()
    await runEffects()
    expect(await notifications(now.teacher)).toMatchObject([
      {
        type: 'question-asked',
        user: { id: now.student.id },
        data: { title: 'Вопрос к уроку <b>«Сетка &lt;b&gt;»</b>', comment: 'Почему 12 колонок?' },
        lesson: { id: now.lesson.id },
        place: `question-${id}`,
      },
    ])
    expect(await notifications(now.stranger)).toEqual([])
    await answer(id)
    await answer(id, 'Иначе.')
    await runEffects()
    expect(await notifications(now.student)).toMatchObject([
      { type: 'question-answered', user: { id: now.teacher.id }, data: { comment: 'Иначе.' } },
    ])
    expect(await notifications(now.other)).toEqual([])
  })

  it('is changed and deleted by its writer until it is answered, and deleted by staff', async () => {
    const { id } = await ask()
    const path = `/api/questions/${id}`
    expect((await act(now.other, 'PUT', path, { text: 'Чужое' })).status).toBe(403)
    expect((await act(now.other, 'DELETE', path)).status).toBe(403)
    const { body } = await act(now.student, 'PUT', path, { text: 'Почему не 10?' })
    expect(body.question).toMatchObject({ text: 'Почему не 10?', edited_at: expect.stringMatching(/Z$/) })
    await answer(id)
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await act(now.student, method, path, { text: 'Другое' })).status).toBe(409)
    expect((await list())[0].text).toBe('Почему не 10?')
    expect((await act(now.teacher, 'DELETE', path)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await answer(id)).status).toBe(404)
    const second = await ask()
    await runEffects()
    expect(await notifications(now.teacher)).toHaveLength(1)
    expect((await act(now.student, 'DELETE', `/api/questions/${second.id}`)).status).toBe(204)
    expect(await notifications(now.teacher)).toEqual([])
  })

  it('is not asked by staff, in an archived course, under a closed lesson, or after leaving', async () => {
    const text = 'Зачем?'
    expect((await act(now.teacher, 'POST', address(), { text })).status).toBe(403)
    const { id } = await ask()
    const first = await buildLesson(db, { course_id: now.course.id, name: 'Первый' })
    await setRequirements(db, now.lesson.id, [{ lesson_id: first.id, needs: 'read' }])
    expect((await act(now.student, 'POST', address(), { text })).status).toBe(403)
    expect((await act(now.student, 'GET', address())).status).toBe(403)
    await setRequirements(db, now.lesson.id, [])
    await updateCourse(db, now.course.id, { status: 'archived' })
    expect((await act(now.student, 'POST', address(), { text })).status).toBe(403)
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status, body } = await act(now.student, method, `/api/questions/${id}`, { text: 'Другое' })
      expect([status, body.detail]).toEqual([403, expect.stringContaining('Курс в архиве')])
    }
    expect(await list()).toMatchObject([{ text: 'Почему 12 колонок?' }])
    expect((await waiting()).total).toBe(0)
    await updateCourse(db, now.course.id, { status: 'published' })
    await updateLesson(db, now.lesson.id, { status: 'draft' })
    expect((await act(now.student, 'GET', address())).status).toBe(404)
    expect((await act(now.student, 'DELETE', `/api/questions/${id}`)).status).toBe(404)
    await updateLesson(db, now.lesson.id, { status: 'published' })
    await setStudents(db, now.course.id, [now.other.id])
    expect((await act(now.student, 'GET', address())).status).toBe(404)
    // who left is not notified of what they cannot open
    await answer(id)
    await runEffects()
    expect(await notifications(now.student)).toEqual([])
  })

  it.each([{}, { text: '' }, { text: ' \n ' }, { text: 'я'.repeat(5001) }, { text: 7 }])(
    'is refused as %j',
    async (body) => {
      expect((await act(now.student, 'POST', address(), body)).status).toBe(422)
      expect(await list()).toEqual([])
    },
  )

  it(`is one of max ${maxQuestions} of a person within an hour`, async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: maxQuestions + 3 },
        async () => (await act(now.student, 'POST', address(), { text: 'А?' })).status,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxQuestions)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    await ask('Мой первый', now.other)
  })

  it(`is shown with the newest ${maxShownQuestions}`, async () => {
    const old = { lesson_id: now.lesson.id, user_id: now.student.id, created_at: '2026-01-01T00:00:00.000Z' }
    for (let count = 0; count <= maxShownQuestions; count += 1) await insertQuestion(db, { ...old, text: `${count}` })
    const shown = await list()
    expect(shown).toHaveLength(maxShownQuestions)
    expect(shown[0].text).toBe(`${maxShownQuestions}`)
  })

  it('is an event for the open pages of its course alone', async () => {
    await ask()
    const ofLesson = (await listRecentEvents(db)).filter(
      ({ event }) => event.type === 'questions' && event.lesson_id === now.lesson.id,
    )
    expect(ofLesson).toHaveLength(1)
    const ids = [now.student.id, now.other.id, now.teacher.id]
    expect(ofLesson[0]?.user_ids.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  })
})
