import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { QuizInput } from '#contract/quizzes/quizzes.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import type { QuizRecord } from '#server/quizzes/quizzes.repo.ts'
import { quizzes } from '#server/quizzes/quizzes.table.ts'
import { withIds } from '#server/quizzes/stored-question.ts'

const oneQuestion: z.input<typeof QuizInput>['questions'] = [
  {
    kind: 'single',
    text: 'Сколько колонок в сетке?',
    points: 1,
    explanation: 'Двенадцать делится на два, три, четыре и шесть.',
    options: [
      { text: 'Двенадцать', correct: true },
      { text: 'Семь', correct: false },
    ],
  },
]

/** Adds a quiz to a lesson for tests and the demo school; with one question by default. */
export const buildQuiz = async (
  db: Db,
  {
    lesson_id,
    position = 0,
    placed = false,
    ...quiz
  }: { lesson_id: number; position?: number; placed?: boolean } & Partial<z.input<typeof QuizInput>>,
): Promise<QuizRecord> => {
  const { questions, id: _, ...fields } = QuizInput.parse({ title: 'Проверьте себя', questions: oneQuestion, ...quiz })
  const rows = await db
    .insert(quizzes)
    .values({ ...fields, lesson_id, position, placed, questions: withIds(questions, []) })
    .returning()
  return onlyRow(rows)
}

/** The same, at the end of the lesson's text, where students find it. */
export const buildQuizInText = async (db: Db, quiz: Parameters<typeof buildQuiz>[1]): Promise<QuizRecord> => {
  const row = await buildQuiz(db, { ...quiz, placed: true })
  const place = `<div data-quiz="${row.id}"></div>`
  await db
    .update(lessons)
    .set({ content: sql`${lessons.content} || ${place}` })
    .where(eq(lessons.id, row.lesson_id))
  return row
}
