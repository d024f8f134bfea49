import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { quizLimits } from '#contract/quizzes/quizzes.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { everyKind as questions } from '#server/quizzes/every-kind.fixture.ts'
import { buildQuiz, buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { findQuiz } from '#server/quizzes/quizzes.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn } = await testApp()

it('a quiz that a colleague has just put into the text of a full lesson makes no room for another one', async () => {
  const teacher = await signedIn({ role: 'teacher' })
  const course = await buildCourse(db, { teachers: [teacher.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const [oldest, newer] = [
    await buildQuiz(db, { lesson_id: lesson.id }),
    await buildQuiz(db, { lesson_id: lesson.id, position: 1 }),
  ]
  for (let position = 2; position < quizLimits.quizzes; position += 1) {
    await buildQuizInText(db, { lesson_id: lesson.id, position })
  }
  const ask = (method: 'PUT' | 'POST' | 'GET', path: string, body?: object) =>
    call(method, path, { token: teacher.token, ...(body && { body }) })
  const path = `/api/lessons/${lesson.id}`
  const { content } = (await ask('GET', path)).body.lesson

  const letGo = await hold(db, sql`select 1 from courses where id = ${course.id} for no key update`)
  const placed = ask('PUT', path, { content: `${content}<div data-quiz="${oldest.id}"></div>` })
  await expect.poll(() => countWaiting(db)).toBe(1)
  const added = ask('POST', `${path}/quizzes`, { title: 'Ещё', questions })
  await expect.poll(() => countWaiting(db)).toBe(2)
  await letGo()
  expect([(await placed).status, (await added).status]).toEqual([200, 201])
  expect([(await findQuiz(db, oldest.id))?.id, await findQuiz(db, newer.id)]).toEqual([oldest.id, null])
})
