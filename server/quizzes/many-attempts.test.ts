import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { QuizInput } from '#contract/quizzes/quizzes.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { everyKind } from '#server/quizzes/every-kind.fixture.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const { questions } = QuizInput.parse({ title: 'Тест', questions: everyKind })
const { db, call, signedIn } = await testApp()

const school = async () => {
  const student = await signedIn()
  const course = await buildCourse(db, { students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const quiz = await buildQuizInText(db, { lesson_id: lesson.id, questions })
  return { student, lesson, quiz }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const answer = (answers: object) =>
  call('POST', `/api/quizzes/${now.quiz.id}/attempts`, {
    token: now.student.token,
    body: { answers },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

/** The questions whose explanation the student is shown. */
const explained = async () => {
  const { body } = await call('GET', `/api/lessons/${now.lesson.id}/quizzes`, { token: now.student.token })
  return body.quizzes[0].questions.flatMap((asked: { id: number }) => ('explanation' in asked ? asked.id : []))
}

describe('a student with many attempts at a quiz', () => {
  it('answers it no more than a hundred times an hour', async () => {
    await db.execute(sql`
      insert into quiz_attempts (quiz_id, user_id, number, key, answers, scores, points, max_points, answered_at)
      select ${now.quiz.id}, ${now.student.id}, number, number, '{}', '[]', 0, 1, now() - interval '50 minutes'
      from generate_series(1, 100) as number`)
    const refused = await answer({})
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('Слишком много попыток')])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    await db.execute(sql`update quiz_attempts set answered_at = answered_at - interval '11 minutes' where number = 1`)
    expect((await answer({})).body.attempt.number).toBe(101)
  })

  it('keeps the explanations of all that they have ever answered, and of nothing else', async () => {
    const empty = { multiple: [], text: ' ', order: [], match: {}, gaps: [' ', ''] }
    const emptyAnswers = now.quiz.questions.flatMap(({ id, kind }) =>
      kind in empty ? [[id, empty[kind as keyof typeof empty]]] : [],
    )
    await answer(Object.fromEntries(emptyAnswers))
    expect(await explained()).toEqual([])
    await answer(rightAnswers(now.quiz.questions))
    for (const _attempt of [3, 4, 5]) await answer({})
    expect(await explained()).toEqual(now.quiz.questions.map(({ id }) => id))
  })
})
