import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { buildQuiz, buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { quizzes } from '#server/quizzes/quizzes.table.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

it('the table of contents shows which lessons ask a quiz for the journal, as it changes', async () => {
  const student = await signedIn()
  const course = await buildCourse(db, { students: [student.id] })
  const add = (name: string, position: number) => buildLesson(db, { course_id: course.id, name, position })
  const [graded, own, removed, unplaced] = [
    await add('Тест', 1),
    await add('Для себя', 2),
    await add('Убран', 3),
    await add('Не в тексте', 4),
  ]
  await add('Текст', 5)
  const quiz = await buildQuizInText(db, { lesson_id: graded.id, in_journal: true })
  await buildQuizInText(db, { lesson_id: graded.id, in_journal: false })
  await buildQuizInText(db, { lesson_id: own.id, in_journal: false })
  const gone = await buildQuizInText(db, { lesson_id: removed.id, in_journal: true })
  await db.update(quizzes).set({ deleted_at: '2020-01-01T00:00:00Z' }).where(eq(quizzes.id, gone.id))
  await buildQuiz(db, { lesson_id: unplaced.id, in_journal: true, placed: true })

  const shown = async (path: string) => {
    const { body } = await call('GET', path, { token: student.token })
    const rows: { name: string; has_graded_quiz: boolean }[] = (body.course ?? body.lesson.course).lessons
    return rows.filter(({ has_graded_quiz }) => has_graded_quiz).map(({ name }) => name)
  }
  const both = async () => [await shown(`/api/courses/${course.id}`), await shown(`/api/lessons/${own.id}`)]
  expect(await both()).toEqual([['Тест'], ['Тест']])
  await db.update(quizzes).set({ in_journal: false }).where(eq(quizzes.id, quiz.id))
  expect(await both()).toEqual([[], []])
  await db.update(quizzes).set({ in_journal: true }).where(eq(quizzes.id, quiz.id))
  expect(await both()).toEqual([['Тест'], ['Тест']])
  await db.update(lessons).set({ content: '<p>Без теста</p>' }).where(eq(lessons.id, graded.id))
  expect(await both()).toEqual([[], []])
})
