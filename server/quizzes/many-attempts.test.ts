import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

const school = async () => {
  const student = await signedIn()
  const course = await buildCourse(db, { students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const quiz = await buildQuizInText(db, { lesson_id: lesson.id })
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
})
