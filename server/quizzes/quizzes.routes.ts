import type { FastifyInstance } from 'fastify'
import { canEditCourse, isCourseStaff } from '#contract/courses/courses.policy.ts'
import { isPassed } from '#contract/quizzes/quiz-rules.ts'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import type { QuizResults } from '#contract/quizzes/quizzes.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { readerOf } from '#server/courses/reader-of.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import type { LessonWithCourse } from '#server/lessons/lessons.repo.ts'
import { answerQuiz } from '#server/quizzes/answer-quiz.ts'
import { askedIn } from '#server/quizzes/asked-quizzes.ts'
import { presentAttempt, presentForStaff, presentForStudent } from '#server/quizzes/present-quiz.ts'
import {
  countAttempts,
  countWrong,
  findQuiz,
  listAnswered,
  listOwnAttempts,
  listQuizzes,
  type QuizRecord,
} from '#server/quizzes/quizzes.repo.ts'
import { addQuiz, changeQuiz, saveQuizzes } from '#server/quizzes/save-quizzes.ts'
import { findOpenLesson } from '#server/tasks/task-access.ts'

/** All of a lesson's quizzes for staff; for students those that they are asked. */
const present = async (db: Db, actor: Actor, lesson: LessonWithCourse) => {
  const quizzes = await listQuizzes(db, lesson.id)
  if (isCourseStaff(actor, lesson.course)) return { quizzes: quizzes.map(presentForStaff) }
  const attempts = await listOwnAttempts(db, lesson.id, actor.id)
  const answered = await listAnswered(db, lesson.id, actor.id)
  return {
    quizzes: quizzes.filter(askedIn(lesson.content)).map((quiz) =>
      presentForStudent(
        quiz,
        actor.id,
        attempts.filter(({ quiz_id }) => quiz_id === quiz.id),
        answered.get(quiz.id),
      ),
    ),
  }
}

/** The questions that are still asked, those most got wrong first. */
const presentResults = async (db: Db, { id, questions }: QuizRecord): Promise<QuizResults> => {
  const { attempts, best } = await countAttempts(db, id)
  const counted = new Map((await countWrong(db, id)).map((row) => [row.id, row]))
  const share = ({ students, wrong }: { students: number; wrong: number }) => wrong / Math.max(students, 1)
  return {
    students: best.length,
    passed: best.filter(isPassed).length,
    attempts,
    questions: questions
      .map((question) => counted.get(question.id) ?? { id: question.id, students: 0, wrong: 0 })
      .toSorted((a, b) => share(b) - share(a)),
  }
}

export const quizzesRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, lessonId: number) => found(await findOpenLesson(db, actor, lessonId))

  const findVisibleQuiz = async (actor: Actor, id: number) => {
    const quiz = found(await findQuiz(db, id))
    return { quiz, lesson: await findVisible(actor, quiz.lesson_id) }
  }

  route(app, quizzesApi.save, async ({ params, actor, body }) => {
    const lesson = await findVisible(actor, params.id)
    authorize(canEditCourse(actor, lesson.course))
    await saveQuizzes(db, actor, lesson, body().quizzes)
    return present(db, actor, lesson)
  })

  route(app, quizzesApi.list, async ({ params, query, actor }) => {
    const lesson = await findVisible(actor, params.id)
    await checkUnlocked(db, actor, lesson)
    return present(db, readerOf(actor, lesson.course, query).reader, lesson)
  })

  const presentOne = async (id: number) => ({ quiz: presentForStaff(found(await findQuiz(db, id))) })

  route(app, quizzesApi.create, async ({ params, actor, body }) => {
    const lesson = await findVisible(actor, params.id)
    authorize(canEditCourse(actor, lesson.course))
    return presentOne(await addQuiz(db, actor, lesson, body()))
  })

  route(app, quizzesApi.update, async ({ params, actor, body }) => {
    const { quiz, lesson } = await findVisibleQuiz(actor, params.id)
    authorize(canEditCourse(actor, lesson.course))
    await changeQuiz(db, actor, lesson, quiz.id, body())
    return presentOne(quiz.id)
  })

  route(app, quizzesApi.answer, async ({ params, actor, headers, body }) => {
    const { quiz, lesson } = await findVisibleQuiz(actor, params.id)
    authorize(!isCourseStaff(actor, lesson.course), `На тест отвечают только ${called('студенты')}.`)
    found(quiz, askedIn(lesson.content))
    await checkUnlocked(db, actor, lesson)
    if (lesson.course.status === 'archived') {
      throw new Refusal('wrong-state', { detail: 'Курс в архиве: тесты в нём можно только читать.' })
    }
    const made = await answerQuiz(db, actor, lesson, quiz.id, {
      key: headers()['idempotency-key'],
      answers: body().answers,
    })
    return { attempt: presentAttempt(made.quiz, made.attempt) }
  })

  route(app, quizzesApi.results, async ({ params, actor }) => {
    const { quiz, lesson } = await findVisibleQuiz(actor, params.id)
    authorize(canEditCourse(actor, lesson.course))
    return { results: await presentResults(db, quiz) }
  })
}
