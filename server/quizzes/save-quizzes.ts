import type { QuizInput } from '#contract/quizzes/quizzes.schema.ts'
import { lockCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import type { LessonRecord } from '#server/lessons/lessons.repo.ts'
import { lockQuizzes, removeQuizzes, writeQuizzes } from '#server/quizzes/quizzes.repo.ts'
import { withIds } from '#server/quizzes/stored-question.ts'

/**
 * Replaces the quizzes of a lesson. One with an id of this lesson is changed, even when it had been removed; one that is
 * left out is removed, and keeps its attempts. 422 for ids of other lessons.
 */
export const saveQuizzes = (
  db: Db,
  { id: lessonId, course_id }: Pick<LessonRecord, 'id' | 'course_id'>,
  given: QuizInput[],
) =>
  db.transaction(async (tx) => {
    await lockCourse(tx, course_id)
    const before = new Map((await lockQuizzes(tx, lessonId)).map((quiz) => [quiz.id, quiz]))
    const rows = given.map(({ id, questions, ...fields }, position) => {
      const known = id === undefined ? undefined : before.get(id)
      if (id !== undefined && !known) throw invalid(`quizzes.${position}.id`, 'Такого теста в этом уроке нет.')
      // a second one with the same id finds it no more
      if (known) before.delete(known.id)
      const kept = withIds(questions, known?.questions ?? [])
      const fixed = { lesson_id: lessonId, position, questions: kept, deleted_at: null }
      return { ...fields, ...fixed, ...(known && { id: known.id }) }
    })
    await removeQuizzes(tx, [...before.keys()])
    await writeQuizzes(tx, rows)
  })
