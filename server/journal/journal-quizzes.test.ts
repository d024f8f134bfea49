import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { schoolDay } from '#contract/dates.ts'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { columnsOf } from '#contract/journal/journal-columns.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import type { QuizRecord } from '#server/quizzes/quizzes.repo.ts'
import { quizzes } from '#server/quizzes/quizzes.table.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, deps, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const questions = [1, 3].map((points) => ({
  kind: 'text' as const,
  text: `Вопрос на ${points}`,
  points,
  accepted: ['да'],
}))

/** A course of two students: a lesson with an assignment and a quiz of 4 points. */
const buildSchool = async () => {
  const [teacher, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ surname: 'Белова' }),
    signedIn({ surname: 'Ветров' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id, boris.id] })
  const lesson = await buildLesson(db, { course_id: course.id, name: 'Первый', position: 1 })
  const assignment = await buildAssignment(db, {
    lesson_id: lesson.id,
    criteria: [{ id: 1, name: 'Сетка', points: 10 }],
    weight: 3,
  })
  const quiz = await buildQuizInText(db, { lesson_id: lesson.id, title: 'О сетке', in_journal: true, questions })
  return { teacher, anna, boris, course, lesson, assignment, quiz }
}

let now: Awaited<ReturnType<typeof buildSchool>>
beforeEach(async () => {
  now = await buildSchool()
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const journalOf = async (person: Signed = now.teacher): Promise<Journal> =>
  (await ask(person, 'GET', `/api/courses/${now.course.id}/journal`)).body.journal
/** Gives right answers to the first questions, and none to the others. */
const answer = (person: Signed, count: number, quiz: QuizRecord = now.quiz) =>
  call('POST', `/api/quizzes/${quiz.id}/attempts`, {
    token: person.token,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { answers: rightAnswers(quiz.questions.slice(0, count)) },
  })
const rowOf = async (person: Signed, reader: Signed = now.teacher) =>
  (await journalOf(reader)).rows.find(({ student }) => student.id === person.id)
const change = (set: Partial<typeof quizzes.$inferInsert>) =>
  db.update(quizzes).set(set).where(eq(quizzes.id, now.quiz.id))

describe('the column of a quiz', () => {
  it('has the best attempt of each student with its points, not the last one', async () => {
    const journal = await journalOf()
    expect(journal.quizzes).toEqual([
      {
        kind: 'quiz',
        id: now.quiz.id,
        title: 'О сетке',
        max_points: 4,
        before: 0,
        open: true,
        deleted_at: null,
        lesson: { id: now.lesson.id, name: 'Первый' },
        day: schoolDay(new Date(now.lesson.publish_at ?? now.lesson.created_at)),
      },
    ])
    const none = { quiz_id: now.quiz.id, points: null, max_points: null, answered_at: null, attempts: 0 }
    expect(journal.rows.map((row) => [row.quizzes, row.average])).toEqual([
      [[none], null],
      [[none], null],
    ])
    await answer(now.anna, 1)
    const best = (await answer(now.anna, 2)).body.attempt
    await answer(now.anna, 0)
    expect((await rowOf(now.anna))?.quizzes).toEqual([
      { quiz_id: now.quiz.id, points: 4, max_points: 4, answered_at: best.answered_at, attempts: 3 },
    ])
    expect((await rowOf(now.boris))?.quizzes).toEqual([none])
    // the cells of assignments are as ever
    expect((await rowOf(now.anna))?.cells).toMatchObject([{ assignment_id: now.assignment.id, score: null }])
  })

  it('counts by share, of what an attempt could give when it was made', async () => {
    await answer(now.anna, 1)
    await change({ questions: now.quiz.questions.slice(0, 1) })
    expect((await journalOf()).quizzes).toMatchObject([{ max_points: 1 }])
    expect(await rowOf(now.anna)).toMatchObject({ average: 25, quizzes: [{ points: 1, max_points: 4 }] })
    await answer(now.anna, 1)
    expect(await rowOf(now.anna)).toMatchObject({ average: 100, quizzes: [{ points: 1, max_points: 1, attempts: 2 }] })
  })

  it('is in the average beside the assignments, with a weight of 1', async () => {
    const review = { user_id: now.teacher.id, hoursAgo: 1, verdict: 'accepted' as const, score: 6 }
    await buildTask(db, {
      assignment_id: now.assignment.id,
      students: [now.anna.id],
      status: 'accepted',
      attempts: [{ content: '<p>Готово.</p>', hoursAgo: 2, review }],
    })
    expect(await rowOf(now.anna)).toMatchObject({ average: 60 })
    await answer(now.anna, 2)
    // (3 × 60 + 100) / 4
    expect(await rowOf(now.anna)).toMatchObject({ average: 70 })
    await change({ in_journal: false })
    expect(await rowOf(now.anna)).toMatchObject({ average: 60, quizzes: [] })
  })

  it('leaves the average alone when its questions give no points', async () => {
    await change({ questions: now.quiz.questions.map((question) => ({ ...question, points: 0 })) })
    await answer(now.anna, 2)
    expect((await journalOf()).quizzes).toMatchObject([{ max_points: null }])
    expect(await rowOf(now.anna)).toMatchObject({ average: null, quizzes: [{ points: 0, max_points: 0 }] })
  })

  it('follows the order of the lessons, before the assignment of its own', async () => {
    const section = await buildSection(db, now.course.id, 'Дальше')
    const add = async (name: string, place: object, hasTask: boolean) => {
      const lesson = await buildLesson(db, { course_id: now.course.id, name, ...place })
      if (hasTask) await buildAssignment(db, { lesson_id: lesson.id })
      return lesson
    }
    const last = await add('Последний', { section_id: section.id, position: 0 }, false)
    const second = await add('Второй', { position: 2 }, true)
    const quizIn = (lesson_id: number, title: string) => buildQuizInText(db, { lesson_id, title, in_journal: true })
    await quizIn(last.id, 'А')
    await quizIn(second.id, 'Б')
    const early = await quizIn(second.id, 'В')
    await buildQuizInText(db, { lesson_id: second.id, title: 'Не в журнале' })
    const order = async () =>
      columnsOf(await journalOf()).map((column) =>
        column.kind === 'quiz' ? column.quiz.title : column.assignment.lesson.name,
      )
    expect(await order()).toEqual(['О сетке', 'Первый', 'Б', 'В', 'Второй', 'А'])
    const [{ content } = { content: '' }] = await db.select().from(lessons).where(eq(lessons.id, second.id))
    const place = `<div data-quiz="${early.id}"></div>`
    await db
      .update(lessons)
      .set({ content: place + content.replace(place, '') })
      .where(eq(lessons.id, second.id))
    expect(await order()).toEqual(['О сетке', 'Первый', 'В', 'Б', 'Второй', 'А'])
  })

  it('disappears when it is unticked, removed, or taken out of the text, and comes back with its results', async () => {
    await answer(now.anna, 2)
    const shown = async () => [(await journalOf()).quizzes.length, (await rowOf(now.anna))?.average]
    const [quiz] = (await ask(now.teacher, 'GET', `/api/lessons/${now.lesson.id}/quizzes`)).body.quizzes
    const { id, revision: _, ...whole } = quiz
    const save = (changed: object) => ask(now.teacher, 'PUT', `/api/quizzes/${id}`, { ...whole, ...changed })
    expect(await shown()).toEqual([1, 100])
    expect((await save({ in_journal: false })).status).toBe(200)
    expect(await shown()).toEqual([0, null])
    await save({ in_journal: true })
    expect(await shown()).toEqual([1, 100])
    const write = (content: string) => ask(now.teacher, 'PUT', `/api/lessons/${now.lesson.id}`, { content })
    await write('<p>Без теста</p>')
    expect(await shown()).toEqual([0, null])
    await write(`<div data-quiz="${id}"></div>`)
    expect(await shown()).toEqual([1, 100])
    await ask(now.teacher, 'PUT', `/api/lessons/${now.lesson.id}/quizzes`, { quizzes: [] })
    expect(await shown()).toEqual([0, null])
  })

  it('of a lesson that is closed or deleted stays while there are attempts', async () => {
    const columns = async (person: Signed) => (await journalOf(person)).quizzes
    await db.update(lessons).set({ status: 'draft' }).where(eq(lessons.id, now.lesson.id))
    expect(await columns(now.teacher)).toEqual([])
    await db.update(lessons).set({ status: 'published' }).where(eq(lessons.id, now.lesson.id))
    await answer(now.anna, 2)
    await ask(now.teacher, 'DELETE', `/api/lessons/${now.lesson.id}`)
    expect(await columns(now.teacher)).toMatchObject([{ open: false, deleted_at: expect.any(String) }])
    expect(await columns(now.anna)).toHaveLength(1)
    expect(await columns(now.boris)).toEqual([])
  })

  it('shows students their own result only', async () => {
    await answer(now.anna, 2)
    await answer(now.boris, 1)
    const own = await journalOf(now.boris)
    expect(own.rows).toMatchObject([
      { student: { id: now.boris.id }, average: 25, quizzes: [{ points: 1, attempts: 1 }] },
    ])
    expect(own.rows).toHaveLength(1)
  })

  it('is in the export, with its lesson in the heading', async () => {
    await answer(now.anna, 1)
    await db.execute(`update quiz_attempts set answered_at = '2026-03-12T22:20:00Z'`)
    const path = `/api/courses/${now.course.id}/journal/export?format=csv&time_zone=Europe/Moscow`
    const table = (await ask(now.teacher, 'GET', path)).body.slice(1).split('\r\n')
    expect(table[0]).toMatch(
      /^"Студент";"Класс";"Среднее, %";"Первый, тест «О сетке»: состояние";"Первый, тест «О сетке»: лучший балл из 4";"Первый, тест «О сетке»: когда";"Первый: состояние"/,
    )
    expect(table[1]).toMatch(/^"Белова [^"]*";"";25;"Не пройден";1;"13.03.2026 01:20";"Не сдано"/)
    expect(table[2]).toMatch(/^"Ветров [^"]*";"";;"Нет ответов";;;"Не сдано"/)
    await change({ questions: now.quiz.questions.slice(0, 1) })
    expect((await ask(now.teacher, 'GET', path)).body).toContain('"Не пройден, 1 из 4";1;')
  })
})

it('asks as often for many quizzes as for one', async () => {
  const count = async () => {
    const query = vi.spyOn(deps.pool, 'query')
    await db.update(lessons).set({ name: crypto.randomUUID() }).where(eq(lessons.id, now.lesson.id))
    query.mockClear()
    await journalOf()
    const calls = query.mock.calls.length
    query.mockRestore()
    return calls
  }
  // the session of the teacher is kept from now on
  await journalOf()
  const before = await count()
  for (let at = 0; at < 8; at += 1) {
    const quiz = await buildQuizInText(db, { lesson_id: now.lesson.id, in_journal: true, questions })
    await answer(now.anna, 2, quiz)
  }
  expect((await journalOf()).quizzes).toHaveLength(9)
  expect(await count()).toBeLessThanOrEqual(before)
})
