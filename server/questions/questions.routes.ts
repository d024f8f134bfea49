import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { questionsApi } from '#contract/questions/questions.api.ts'
import {
  canAnswerQuestion,
  canAskQuestion,
  canDeleteQuestion,
  canEditQuestion,
} from '#contract/questions/questions.policy.ts'
import type { LessonQuestion } from '#contract/questions/questions.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findVisibleLesson } from '#server/lessons/lesson-access.ts'
import { answerQuestion, askQuestion, changeQuestion, removeQuestion } from '#server/questions/change-question.ts'
import { findQuestion, listQuestions, listWaiting, type QuestionRow } from '#server/questions/questions.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** How many waiting questions are listed. */
const listed = 50

const present = ({ question, person, answerer }: QuestionRow): LessonQuestion => {
  const { id, text, created_at, edited_at, answer, answered_at } = question
  const hasAnswer = answer !== null && answered_at !== null && answerer !== null
  return {
    id,
    text,
    user: presentPerson(person),
    created_at,
    edited_at,
    answer: hasAnswer ? { text: answer, user: presentPerson(answerer), answered_at } : null,
  }
}

/** Why the actor may not change a question; those of others need no reason. */
const refusalOf = (actor: Actor, question: { user_id: number }) =>
  question.user_id === actor.id ? 'Курс в архиве: вопросы на нём больше не меняются.' : undefined

const bodyOf = async (db: Db, id: number) => ({ question: present(found(await findQuestion(db, id))) })

export const questionsRoutes = (app: FastifyInstance, { db }: Deps) => {
  /** A lesson that the actor may read. */
  const findOpenLesson = async (actor: Actor, id: number) => {
    const lesson = await findVisibleLesson(db, actor, id)
    await checkUnlocked(db, actor, lesson)
    return lesson
  }

  /** A question under a lesson that the actor may see; 404 otherwise. */
  const findVisibleQuestion = async (actor: Actor, id: number) => {
    const { question } = found(await findQuestion(db, id))
    const { course } = await findVisibleLesson(db, actor, question.lesson_id)
    return { question, course }
  }

  route(app, questionsApi.list, async ({ params, actor }) => {
    const lesson = await findOpenLesson(actor, params.id)
    return { questions: (await listQuestions(db, lesson.id)).map(present) }
  })

  route(app, questionsApi.waiting, async ({ actor }) => {
    const { rows, total } = await listWaiting(db, actor, listed)
    return { questions: rows.map((row) => ({ ...present(row), lesson: row.lesson, course: row.course })), total }
  })

  route(app, questionsApi.ask, async ({ params, actor, body }) => {
    const lesson = await findOpenLesson(actor, params.id)
    authorize(canAskQuestion(actor, lesson.course), `Спрашивать могут ${called('студенты')} курса, пока он идёт.`)
    return bodyOf(db, await askQuestion(db, actor, lesson, body()))
  })

  route(app, questionsApi.update, async ({ params, actor, body }) => {
    const { question, course } = await findVisibleQuestion(actor, params.id)
    authorize(canEditQuestion(actor, course, question), refusalOf(actor, question))
    await changeQuestion(db, question.id, body())
    return bodyOf(db, question.id)
  })

  route(app, questionsApi.remove, async ({ params, actor }) => {
    const { question, course } = await findVisibleQuestion(actor, params.id)
    authorize(canDeleteQuestion(actor, course, question), refusalOf(actor, question))
    await removeQuestion(db, question.id, isCourseStaff(actor, course))
  })

  route(app, questionsApi.answer, async ({ params, actor, body }) => {
    const { question, course } = await findVisibleQuestion(actor, params.id)
    authorize(canAnswerQuestion(actor, course), 'Отвечают преподаватели курса.')
    await answerQuestion(db, actor, question.id, body())
    return bodyOf(db, question.id)
  })
}
