import type { z } from 'zod'
import type { AnswerInput, QuestionInput } from '#contract/questions/questions.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addQuestionsEvent } from '#server/events/events.repo.ts'
import { checkPace } from '#server/http/check-pace.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import type { LessonWithCourse } from '#server/lessons/lessons.repo.ts'
import { deleteNotificationsOfLesson } from '#server/notifications/notifications.repo.ts'
import {
  deleteQuestion,
  findQuestionBefore,
  insertQuestion,
  lockQuestion,
  type QuestionRecord,
  updateQuestion,
} from '#server/questions/questions.repo.ts'
import { sameQuestion } from '#server/questions/same-question.ts'
import { lockUser } from '#server/users/users.repo.ts'

type Input = z.output<typeof QuestionInput>

/** Max questions of one person within an hour. */
export const maxQuestions = 20

/** Adds a question under a lesson and notifies the teachers of the course; returns its id. */
export const askQuestion = (db: Db, actor: Actor, lesson: LessonWithCourse, { text }: Input) =>
  db.transaction(async (tx) => {
    // questions of one person are counted one after another
    found(await lockUser(tx, actor.id))
    checkPace(
      await findQuestionBefore(tx, actor.id, maxQuestions),
      'Слишком много вопросов подряд. Подождите немного и спросите ещё раз.',
    )
    const created_at = new Date().toISOString()
    const { id } = await insertQuestion(tx, { lesson_id: lesson.id, user_id: actor.id, text, created_at })
    await addEffect(tx, 'question-asked', { question_id: id })
    await addQuestionsEvent(tx, lesson.id)
    return id
  })

/** Locks a question, runs an act on it, and notifies the open pages of the lesson. */
const onQuestion = (db: Db, id: number, act: (tx: Db, question: QuestionRecord) => Promise<void>) =>
  db.transaction(async (tx) => {
    const question = found(await lockQuestion(tx, id))
    await act(tx, question)
    await addQuestionsEvent(tx, question.lesson_id)
  })

/** 409 when somebody has answered in the meantime. */
const checkUnanswered = (question: QuestionRecord) => {
  if (question.answer === null) return
  throw new Refusal('wrong-state', { detail: 'На вопрос уже ответили: ни изменить, ни удалить его нельзя.' })
}

/** Changes the text of the actor's own question; 409 once it is answered. */
export const changeQuestion = (db: Db, id: number, { text }: Input) =>
  onQuestion(db, id, async (tx, question) => {
    checkUnanswered(question)
    if (text !== question.text) await updateQuestion(tx, id, { text, edited_at: new Date().toISOString() })
  })

/**
 * Deletes a question with its notifications, which repeat its text; their own only until it is answered (409), staff
 * any.
 */
export const removeQuestion = (db: Db, id: number, isStaff: boolean) =>
  onQuestion(db, id, async (tx, question) => {
    if (!isStaff) checkUnanswered(question)
    await deleteNotificationsOfLesson(tx, question.lesson_id, sameQuestion(id))
    await deleteQuestion(tx, id)
  })

/** 409 when somebody has answered since the answer that a new one replaces. */
const checkExpected = (question: QuestionRecord, expected: string | null | undefined) => {
  if (expected === undefined || expected === question.answered_at) return
  throw new Refusal('conflict', {
    detail:
      'Пока вы писали, на вопрос ответил кто-то ещё: его ответ над вашим. Если отправить ещё раз, ваш ответ заменит его.',
  })
}

/**
 * Sets the answer to a question for everybody, or changes it; who asked is notified of the first one. 409 when the answer
 * is not the expected one.
 */
export const answerQuestion = (db: Db, actor: Actor, id: number, { text, expected }: z.output<typeof AnswerInput>) =>
  onQuestion(db, id, async (tx, question) => {
    if (text === question.answer) return
    checkExpected(question, expected)
    const answered_at = new Date().toISOString()
    await updateQuestion(tx, id, { answer: text, answered_by: actor.id, answered_at })
    if (question.answer === null) await addEffect(tx, 'question-answered', { question_id: id })
  })
