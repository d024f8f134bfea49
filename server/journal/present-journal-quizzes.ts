import type { JournalQuiz, JournalQuizCell } from '#contract/journal/journal.schema.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import type { BestAttempt, JournalQuizRecord } from '#server/journal/journal-quizzes.repo.ts'

/** Whether a lesson comes before another one, by their places in the outline. */
const isBefore = (place: number[], other: number[]) => {
  const at = place.findIndex((step, index) => step !== other[index])
  return at >= 0 && (place[at] as number) < (other[at] as number)
}

/**
 * The columns of quizzes and the cells below them: quizzes that students can read, and those with attempts.
 * `assignments` are the places of the other columns. A quiz comes before the assignment of its own lesson, as on the
 * page.
 */
export const presentQuizzes = (
  records: JournalQuizRecord[],
  attempts: BestAttempt[],
  assignments: { place: number[] }[],
  moment: Date,
) => {
  const answered = new Set(attempts.map(({ quiz_id }) => quiz_id))
  const quizzes = records
    .map((record): JournalQuiz => {
      const { kind, id, title, lesson, day, deleted_at, max_points, place } = record
      return {
        kind,
        id,
        title,
        lesson,
        day,
        deleted_at,
        open: deleted_at === null && isOpenLesson(record, moment),
        max_points: max_points || null,
        before: assignments.filter((assignment) => isBefore(assignment.place, place)).length,
      }
    })
    .filter(({ id, open }) => open || answered.has(id))
  const best = new Map(attempts.map((attempt) => [`${attempt.user_id}:${attempt.quiz_id}`, attempt]))
  const cellsOf = (studentId: number): JournalQuizCell[] =>
    quizzes.map(({ id }) => {
      const attempt = best.get(`${studentId}:${id}`)
      return {
        quiz_id: id,
        points: attempt?.points ?? null,
        max_points: attempt?.max_points ?? null,
        answered_at: attempt?.answered_at ?? null,
        attempts: attempt?.attempts ?? 0,
      }
    })
  return { quizzes, cellsOf }
}
