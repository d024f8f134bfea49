import { isPassed } from '#contract/quizzes/quiz-rules.ts'
import type { QuizAnswers } from '#contract/quizzes/quizzes.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { checkPace } from '#server/http/check-pace.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { markLessonRead } from '#server/lessons/mark-lesson-read.ts'
import { askedIn } from '#server/quizzes/asked-quizzes.ts'
import { checkAnswers, isGiven } from '#server/quizzes/check-answers.ts'
import {
  type AttemptRecord,
  countOwnAttempts,
  findAttemptByKey,
  findAttemptMoment,
  holdQuiz,
  insertAttempt,
  listAnswered,
  listOwnAttempts,
  listQuizzes,
  lockOwnAttempts,
} from '#server/quizzes/quizzes.repo.ts'

interface LessonText {
  id: number
  course_id: number
  content: string
}

/**
 * Marks a lesson as read once the quizzes that its students are asked are passed, the one that was just answered among
 * them.
 */
const markRead = async (tx: Db, lesson: LessonText, attempt: AttemptRecord) => {
  if (!isPassed(attempt)) return
  const [all, own] = [await listQuizzes(tx, lesson.id), await listOwnAttempts(tx, lesson.id, attempt.user_id)]
  const passed = new Set(own.filter(isPassed).map(({ quiz_id }) => quiz_id))
  if (all.filter(askedIn(lesson.content)).every(({ id }) => passed.has(id)))
    await markLessonRead(tx, lesson, attempt.user_id)
}

/** Max attempts of one person at a quiz within an hour: each keeps its answers for good. */
const maxAttempts = 100

/**
 * Checks a student's answers and keeps them as their next attempt; an attempt with this key that was made before is
 * returned as it is. 409 when none is left, 429 for too many in an hour.
 */
export const answerQuiz = (
  db: Db,
  actor: Actor,
  lesson: LessonText,
  quizId: number,
  { key, answers }: { key: string; answers: QuizAnswers },
) =>
  db.transaction(async (tx) => {
    await lockOwnAttempts(tx, lesson.id, actor.id)
    const quiz = found(await holdQuiz(tx, quizId))
    const repeated = await findAttemptByKey(tx, quizId, actor.id, key)
    if (repeated) return { quiz, attempt: repeated }
    const made = await countOwnAttempts(tx, quizId, actor.id)
    if (quiz.attempts !== null && made >= quiz.attempts) {
      throw new Refusal('wrong-state', {
        detail: 'Попыток больше не осталось: новые ответы на этот тест не принимаются.',
      })
    }
    checkPace(
      await findAttemptMoment(tx, quizId, actor.id, made - maxAttempts + 1),
      'Слишком много попыток подряд. Подождите немного и ответьте ещё раз.',
    )
    const checked = checkAnswers(quiz.questions, answers)
    const answered = (await listAnswered(tx, lesson.id, actor.id)).get(quizId)
    const attempt = await insertAttempt(tx, {
      quiz_id: quizId,
      user_id: actor.id,
      number: made + 1,
      key,
      ...checked,
      newly_answered: checked.scores
        .map(({ id }) => id)
        .filter((id) => isGiven(checked.answers[id]) && !answered?.has(id)),
    })
    await markRead(tx, lesson, attempt)
    return { quiz, attempt }
  })
