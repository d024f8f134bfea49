import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { QuizAttempt } from '#contract/quizzes/quizzes.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { everyKind as each } from '#server/quizzes/every-kind.fixture.ts'
import { buildQuiz, buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { quizAttempts } from '#server/quizzes/quizzes.table.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const [teacher, student, other] = [await signedIn({ role: 'teacher' }), await signedIn(), await signedIn()]
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id, other.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  return { teacher, student, other, course, lesson }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
/** Saves the quizzes of the lesson, and puts them into its text. */
const save = async (quizzes: unknown) => {
  const response = await ask(now.teacher, 'PUT', `/api/lessons/${now.lesson.id}/quizzes`, { quizzes })
  if (response.status === 200) await place(...response.body.quizzes)
  return response
}
const load = async (person: Signed, lessonId = now.lesson.id) =>
  (await ask(person, 'GET', `/api/lessons/${lessonId}/quizzes`)).body.quizzes
const answer = (quizId: number, answers: object, key: string = crypto.randomUUID(), person = now.student) =>
  call('POST', `/api/quizzes/${quizId}/attempts`, {
    token: person.token,
    body: { answers },
    headers: { 'idempotency-key': key },
  })
const place = (...quizzes: { id: number }[]) =>
  db
    .update(lessons)
    .set({ content: quizzes.map(({ id }) => `<div data-quiz="${id}"></div>`).join('') })
    .where(eq(lessons.id, now.lesson.id))
const isRead = async () => (await ask(now.student, 'GET', `/api/lessons/${now.lesson.id}`)).body.lesson.read

describe('the quizzes of a lesson', () => {
  it('come back with their answers to staff, and keep every id that is sent back', async () => {
    const { status, body } = await save([{ title: 'Тест', attempts: 2, shuffle: true, questions: each }])
    expect(status).toBe(200)
    expect(body.quizzes).toMatchObject([{ title: 'Тест', attempts: 2, shuffle: true, questions: each }])
    expect(await load(now.teacher)).toEqual(body.quizzes)
    const again = await save(body.quizzes)
    expect(again.body).toEqual(body)
    // one more question in front, and an option less
    const [quiz] = structuredClone(body.quizzes)
    quiz.questions[1].options.pop()
    quiz.questions.unshift({ kind: 'text', text: 'Новый?', points: 1, accepted: ['да'] })
    const changed = (await save([quiz])).body.quizzes[0]
    expect(changed.questions.slice(1)).toEqual(quiz.questions.slice(1))
    expect(changed.questions[0].id).toEqual(expect.any(Number))
  })

  it('give a question of another kind, and copies of an id, ids of their own', async () => {
    const [quiz] = (await save([{ title: 'Тест', questions: each.slice(0, 2) }])).body.quizzes
    const [one, two] = quiz.questions
    const changed = await save([{ ...quiz, questions: [{ ...one, kind: 'multiple' }, two, two, { ...two, id: 5 }] }])
    const ids = changed.body.quizzes[0].questions.map(({ id }: { id: number }) => id)
    expect(new Set([...ids, one.id, 5]).size).toBe(6)
    expect(ids[1]).toBe(two.id)
  })

  it('are refused as a whole when one question is wrong, and nothing changes', async () => {
    await save([{ title: 'Тест', questions: each }])
    const before = await load(now.teacher)
    const two = [{ text: 'А' }, { text: 'Б' }]
    const wrong = [
      { kind: 'single', options: two },
      { kind: 'single', options: two.map((option) => ({ ...option, correct: true })) },
      { kind: 'multiple', options: two },
      { kind: 'multiple', options: [{ text: 'А', correct: true }] },
      { kind: 'text', accepted: [] },
      { kind: 'text', accepted: [' '] },
      { kind: 'number', value: '3' },
      { kind: 'number', value: 3, tolerance: -1 },
      { kind: 'order', items: [{ text: 'А' }] },
      {
        kind: 'match',
        pairs: [
          { left: 'а', right: 'б' },
          { left: 'а', right: 'в' },
        ],
      },
      { kind: 'gaps', text: '[[1]] [[3]]', gaps: [{ accepted: ['а'] }, { accepted: ['б'] }] },
      { kind: 'gaps', text: '[[1]] [[1]]', gaps: [{ accepted: ['а'] }] },
      { kind: 'essay' },
      { kind: 'text', accepted: ['а'], points: -1 },
    ]
    for (const question of wrong) {
      const { status, body } = await save([{ title: 'Тест', questions: [{ text: 'Что?', ...question }] }])
      expect([question, status, Object.keys(body.errors)[0]]).toEqual([
        question,
        422,
        expect.stringMatching(/^quizzes\.0\.questions\.0/),
      ])
    }
    expect((await save([{ title: '', questions: each }])).status).toBe(422)
    expect((await save([{ title: 'Пустой', questions: [] }])).status).toBe(422)
    const foreign = await buildQuiz(db, { lesson_id: (await buildLesson(db, { course_id: now.course.id })).id })
    expect((await save([{ id: foreign.id, title: 'Чужой', questions: each }])).status).toBe(422)
    expect((await save([before[0], before[0]])).status).toBe(422)
    expect(await load(now.teacher)).toEqual(before)
  })

  it('that are left out are removed, and come back with their attempts', async () => {
    const [quiz] = (await save([{ title: 'Тест', questions: each }])).body.quizzes
    await answer(quiz.id, {})
    expect((await save([])).body.quizzes).toEqual([])
    expect(await load(now.student)).toEqual([])
    expect((await answer(quiz.id, {})).status).toBe(404)
    expect((await save([quiz])).body.quizzes).toEqual([quiz])
    expect((await load(now.student))[0].own_attempts).toHaveLength(1)
    // an unanswered one leaves nothing behind
    const [unanswered] = (await save([quiz, { title: 'Второй', questions: each }])).body.quizzes.slice(1)
    await save([quiz])
    expect((await save([quiz, unanswered])).status).toBe(422)
  })

  it('may be added and changed one by one, each with the others left as they are', async () => {
    const path = `/api/lessons/${now.lesson.id}/quizzes`
    const [first] = (await save([{ title: 'Первый', questions: each }])).body.quizzes
    const quiz = { title: 'Второй', attempts: 3, shuffle: true, in_journal: true, questions: each.slice(0, 1) }
    const added = await ask(now.teacher, 'POST', path, quiz)
    expect([added.status, added.body.quiz]).toEqual([
      201,
      expect.objectContaining({ ...quiz, questions: [expect.objectContaining({ text: 'Один?' })] }),
    ])
    expect(await load(now.teacher)).toEqual([first, added.body.quiz])
    const { id, ...whole } = added.body.quiz
    const changed = await ask(now.teacher, 'PUT', `/api/quizzes/${id}`, { ...whole, title: 'Третий' })
    expect([changed.status, changed.body.quiz]).toEqual([200, { ...added.body.quiz, title: 'Третий', revision: 2 }])
    expect(await load(now.teacher)).toEqual([first, changed.body.quiz])
    expect((await ask(now.teacher, 'POST', path, { title: '', questions: each })).status).toBe(422)
    expect((await ask(now.teacher, 'PUT', `/api/quizzes/${id}`, { ...whole, questions: [] })).status).toBe(422)
    expect(await load(now.teacher)).toEqual([first, changed.body.quiz])
  })

  it('saved by two teachers at once are all there, and of one quiz the second save is refused', async () => {
    const second = await signedIn({ role: 'curator' })
    const path = `/api/lessons/${now.lesson.id}/quizzes`
    const add = (person: Signed, title: string) => ask(person, 'POST', path, { title, questions: each.slice(0, 1) })
    const titles = Array.from({ length: 6 }, (_, at) => `Тест ${at}`)
    await Promise.all(titles.map((title, at) => add(at % 2 ? second : now.teacher, title)))
    const quizzes: { id: number; title: string }[] = await load(now.teacher)
    expect(quizzes.map(({ title }) => title).toSorted()).toEqual(titles)

    const [quiz] = quizzes
    const change = (person: Signed, title: string) => ask(person, 'PUT', `/api/quizzes/${quiz?.id}`, { ...quiz, title })
    const both = await Promise.all([change(now.teacher, 'Мой'), change(second, 'Чужой')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.detail).toMatch(/изменил кто-то ещё.*Сравните обе версии/)
    // as a whole, too, and without a change of the others
    const before = await load(now.teacher)
    const stale = {
      quizzes: before.map((one: { id: number }) => ({
        ...one,
        title: 'Все',
        ...(one.id === quiz?.id && { revision: 0 }),
      })),
    }
    expect((await ask(now.teacher, 'PUT', path, stale)).status).toBe(409)
    expect(await load(now.teacher)).toEqual(before)
  })

  it('make room for a new one when the lesson is full, as long as one is out of the text', async () => {
    const quizzes = []
    for (let position = 0; position < 30; position += 1)
      quizzes.push(await buildQuiz(db, { lesson_id: now.lesson.id, position }))
    await place(...quizzes)
    const add = () =>
      ask(now.teacher, 'POST', `/api/lessons/${now.lesson.id}/quizzes`, { title: 'Ещё', questions: each })
    const refused = await add()
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('В уроке уже 30 тестов')])
    await place(...quizzes.filter((_, at) => at !== 4 && at !== 7))
    const { quiz } = (await add()).body
    const ids = (await load(now.teacher)).map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...quizzes.filter((_, at) => at !== 4).map(({ id }) => id), quiz.id])
  })

  it('may be in the text, by their number alone', async () => {
    const content = '<div data-quiz="12" class="x"><b>y</b></div><div data-quiz="x">z</div><div data-quiz="0"></div>'
    const { body } = await ask(now.teacher, 'PUT', `/api/lessons/${now.lesson.id}`, { content })
    expect(body.lesson.content).toBe('<div data-quiz="12">y</div>z')
  })

  it('are copied with a course, without attempts', async () => {
    const quiz = await buildQuiz(db, { lesson_id: now.lesson.id, in_journal: true })
    await place(quiz)
    await answer(quiz.id, {})
    const { course } = (await ask(now.teacher, 'POST', `/api/courses/${now.course.id}/copy`, {})).body
    const copied = (await ask(now.teacher, 'GET', `/api/lessons/${course.lessons[0].id}`)).body.lesson
    const [copy, ...others] = await load(now.teacher, copied.id)
    expect([copy.title, copy.in_journal, others]).toEqual([quiz.title, true, []])
    expect(copy.id).not.toBe(quiz.id)
    expect(copied.content).toBe(`<div data-quiz="${copy.id}"></div>`)
    expect((await ask(now.teacher, 'GET', `/api/quizzes/${copy.id}/results`)).body.results.attempts).toBe(0)
  })
})

describe('a student', () => {
  it('gets questions without answers, and explanations once they have answered', async () => {
    const [quiz] = (await save([{ title: 'Тест', attempts: null, shuffle: false, questions: each }])).body.quizzes
    const [shown] = await load(now.student)
    expect(JSON.stringify(shown)).not.toMatch(/correct|accepted|value|tolerance|pairs|"gaps":|explanation|Потому|grid/)
    expect(shown.own_attempts).toEqual([])
    expect(shown.questions.map(({ kind }: { kind: string }) => kind)).toEqual(each.map(({ kind }) => kind))
    const [single, , , , order, match] = shown.questions
    expect(single.options.map(({ text }: { text: string }) => text)).toEqual(['Да', 'Нет'])
    expect(new Set(order.items.map(({ text }: { text: string }) => text))).toEqual(new Set(['Раз', 'Два', 'Три']))
    expect(match.left.map(({ text }: { text: string }) => text)).toEqual(['кот', 'пёс'])
    expect((await load(now.student))[0]).toEqual(shown)

    const { status, body } = await answer(quiz.id, { [single.id]: single.options[0].id })
    expect(status).toBe(201)
    expect(body.attempt).toMatchObject({ number: 1, points: 2, max_points: 8.5 })
    expect(body.attempt.questions[0]).toEqual({ id: single.id, correct: true, points: 2, explanation: 'Потому' })
    expect(body.attempt.questions[1]).toMatchObject({ correct: false, points: 0 })
    const [answered] = await load(now.student)
    expect(answered.own_attempts).toEqual([body.attempt])
    expect(answered.questions[0].explanation).toBe('Потому')
    expect((await load(now.other))[0].own_attempts).toEqual([])
  })

  it('gets no explanation of a question that they have not answered', async () => {
    const explained = { kind: 'text', text: 'Слово?', points: 1, accepted: ['Сетка'] }
    const questions = ['Первое', 'Второе'].map((explanation) => ({ ...explained, explanation }))
    const [quiz] = (await save([{ title: 'Тест', attempts: null, shuffle: false, questions }])).body.quizzes
    const [first, second] = quiz.questions
    const explanations = (asked: { questions: { explanation?: string }[] }) =>
      asked.questions.map(({ explanation }) => explanation || null)
    const tried = await answer(quiz.id, { [first.id]: 'Сетка', [second.id]: ' ' })
    expect(explanations(tried.body.attempt)).toEqual(['Первое', null])
    expect(explanations((await load(now.student))[0])).toEqual(['Первое', null])
    const again = await answer(quiz.id, { [second.id]: 'Шрифт' })
    expect(explanations(again.body.attempt)).toEqual([null, 'Второе'])
    expect(explanations((await load(now.student))[0])).toEqual(['Первое', 'Второе'])
  })

  it('gets every point for the right answers, and the next order where it is shuffled', async () => {
    const questions = Array.from({ length: 12 }, (_, at) => ({ ...each[0], text: `Вопрос ${at}` }))
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id, shuffle: true, questions: questions as never })
    const order = async (person: Signed) => (await load(person))[0].questions.map(({ text }: { text: string }) => text)
    const first = await order(now.student)
    expect(await order(now.student)).toEqual(first)
    expect(await order(now.other)).not.toEqual(first)
    const { body } = await answer(quiz.id, rightAnswers(quiz.questions))
    expect([body.attempt.points, body.attempt.max_points]).toEqual([24, 24])
    expect(await order(now.student)).not.toEqual(first)
    expect((await order(now.teacher))[0]).toBe('Вопрос 0')
  })

  it('returns the answers of the newest attempts alone', async () => {
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id })
    for (let nth = 1; nth <= 4; nth += 1) await answer(quiz.id, {}, `key-${nth}`)
    const own: QuizAttempt[] = (await load(now.student))[0].own_attempts
    expect(own.map(({ number, questions }) => [number, questions.length > 0])).toEqual([
      [1, false],
      ...[2, 3, 4].map((number) => [number, true]),
    ])
  })

  it.each([
    [
      'many invalid ones',
      Object.fromEntries(Array.from({ length: 140_000 }, (_, nth) => [nth + 1, true])),
      'Слишком много',
    ],
    [
      'long ones',
      Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [nth + 1, Array(2).fill('а'.repeat(501))])),
      'слишком длинные',
    ],
  ])('refuses %s with few words', async (_name, answers, sentence) => {
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id })
    const { status, body } = await answer(quiz.id, answers)
    expect([status, body.errors]).toEqual([422, { answers: [expect.stringContaining(sentence)] }])
  })

  it('repeats a request without a second attempt, and answers no more often than allowed', async () => {
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id, attempts: 2 })
    const first = await answer(quiz.id, {}, 'key')
    const again = await answer(quiz.id, rightAnswers(quiz.questions), 'key')
    expect([again.status, again.body]).toEqual([201, first.body])
    const many = await Promise.all(Array.from({ length: 6 }, () => answer(quiz.id, {})))
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await load(now.student))[0].own_attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2])
    const refused = await answer(quiz.id, {})
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Попыток больше не осталось')])
    expect((await answer(quiz.id, {}, 'key')).body).toEqual(first.body)
    expect((await answer(quiz.id, {}, 'key', now.other)).body.attempt.number).toBe(1)
    const both = await Promise.all([1, 2, 3].map(() => answer(quiz.id, {}, 'same', now.other)))
    expect(both.map(({ body }) => body.attempt.number)).toEqual([2, 2, 2])
  })

  it('is refused without a key, with values that are no answers, and nothing is kept', async () => {
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id, attempts: 1 })
    const id = quiz.questions[0]?.id as number
    const path = `/api/quizzes/${quiz.id}/attempts`
    expect((await ask(now.student, 'POST', path, { answers: {} })).status).toBe(422)
    for (const answers of [null, [], { [id]: 'Да' }, { [id]: [1] }, { [id]: { a: 1 } }, { [id]: true }, { x: 1 }]) {
      expect([answers, (await answer(quiz.id, answers as object)).status]).toEqual([answers, 422])
    }
    expect(await db.$count(quizAttempts, eq(quizAttempts.quiz_id, quiz.id))).toBe(0)
    // to a question that was removed in the meantime
    expect((await answer(quiz.id, { 5: 'Да' })).status).toBe(201)
  })

  it('can do nothing with the quizzes of a lesson that is not open to them', async () => {
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id })
    const path = `/api/lessons/${now.lesson.id}`
    const statuses = async () => [
      (await ask(now.student, 'GET', `${path}/quizzes`)).status,
      (await answer(quiz.id, {})).status,
    ]
    const first = await buildLesson(db, { course_id: now.course.id, name: 'Сначала' })
    await ask(now.teacher, 'PUT', path, { after: [{ lesson_id: first.id, needs: 'read' }] })
    expect(await statuses()).toEqual([403, 403])
    expect((await answer(quiz.id, {})).body.type).toBe('urn:praktika:problem:locked')
    await ask(now.teacher, 'PUT', path, { after: [], status: 'draft' })
    expect(await statuses()).toEqual([404, 404])
    await ask(now.teacher, 'PUT', path, { status: 'published' })
    await ask(now.teacher, 'PUT', `/api/courses/${now.course.id}`, { status: 'archived' })
    expect(await statuses()).toEqual([200, 409])
  })

  it('gets only the quizzes in the text, and answers no other', async () => {
    const [one, other] = [
      await buildQuizInText(db, { lesson_id: now.lesson.id, title: 'В тексте' }),
      await buildQuiz(db, { lesson_id: now.lesson.id, title: 'Убран', position: 1, placed: true }),
    ]
    const titles = async (person: Signed, query = '') =>
      (await ask(person, 'GET', `/api/lessons/${now.lesson.id}/quizzes${query}`)).body.quizzes.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles(now.student)).toEqual(['В тексте'])
    expect(await titles(now.teacher, '?as=student')).toEqual(['В тексте'])
    expect(await titles(now.teacher)).toEqual(['В тексте', 'Убран'])
    expect([(await answer(one.id, {})).status, (await answer(other.id, {})).status]).toEqual([201, 404])
    expect(await db.$count(quizAttempts, eq(quizAttempts.quiz_id, other.id))).toBe(0)
    // back in the text, it has everything that it had
    await place(other)
    expect(await titles(now.student)).toEqual(['Убран'])
    expect((await answer(other.id, {})).status).toBe(201)
  })

  it('has read a lesson once its quizzes are passed', async () => {
    const [one, two] = [
      await buildQuiz(db, { lesson_id: now.lesson.id }),
      await buildQuiz(db, { lesson_id: now.lesson.id, position: 1 }),
    ]
    await place(one, two)
    await answer(one.id, {})
    await answer(one.id, rightAnswers(one.questions))
    expect(await isRead()).toBe(false)
    await answer(two.id, rightAnswers(two.questions))
    expect(await isRead()).toBe(true)
  })
})

describe('the results', () => {
  it('count first attempts, the question most got wrong first', async () => {
    const [quiz] = (await save([{ title: 'Тест', questions: [each[2], each[3]] }])).body.quizzes
    const [word, number] = quiz.questions
    await answer(quiz.id, { [word.id]: 'сетка', [number.id]: 7 })
    await answer(quiz.id, { [word.id]: 'сетка', [number.id]: 3.14 })
    await answer(quiz.id, { [word.id]: 'нет', [number.id]: 1 }, undefined, now.other)
    const results = async () => (await ask(now.teacher, 'GET', `/api/quizzes/${quiz.id}/results`)).body.results
    expect(await results()).toEqual({
      students: 2,
      passed: 1,
      attempts: 3,
      questions: [
        { id: number.id, students: 2, wrong: 2 },
        { id: word.id, students: 2, wrong: 1 },
      ],
    })
    const added = (await save([{ ...quiz, questions: [word, each[0]] }])).body.quizzes[0].questions[1]
    expect((await results()).questions).toEqual([
      { id: word.id, students: 2, wrong: 1 },
      { id: added.id, students: 0, wrong: 0 },
    ])
  })
})
