import { z } from 'zod'
import { AsStudent } from '#contract/courses/as-student.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import {
  Quiz,
  QuizAnswers,
  QuizAttempt,
  QuizChange,
  QuizInput,
  QuizResults,
  QuizzesInput,
} from '#contract/quizzes/quizzes.schema.ts'

const quizzes = z.object({ quizzes: z.array(Quiz) })
const quiz = z.object({ quiz: Quiz })

export const quizzesApi = {
  save: endpoint({
    method: 'PUT',
    path: '/api/lessons/{id}/quizzes',
    access: 'user',
    summary:
      'Replace the quizzes of a lesson; one that is left out is removed, and comes back with its attempts when sent again',
    params: IdParams,
    body: QuizzesInput,
    response: quizzes,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/quizzes',
    access: 'user',
    summary: 'The quizzes of a lesson: with answers for staff; for students those in its text, with their own attempts',
    params: IdParams,
    query: AsStudent,
    response: quizzes,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/lessons/{id}/quizzes',
    access: 'user',
    summary: 'Add a quiz to a lesson; students see it once it is in the text',
    params: IdParams,
    body: QuizInput.omit({ id: true }),
    status: 201,
    response: quiz,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/quizzes/{id}',
    access: 'user',
    summary: 'Change one quiz; 409 when it has another revision by now',
    params: IdParams,
    body: QuizChange.omit({ id: true }),
    response: quiz,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/quizzes/{id}/attempts',
    access: 'user',
    summary: 'Answer a quiz; a repeated key returns the attempt that was made with it',
    params: IdParams,
    headers: z.object({ 'idempotency-key': z.string('Нужен заголовок Idempotency-Key').min(1).max(200) }),
    body: z.object({ answers: QuizAnswers }),
    status: 201,
    response: z.object({ attempt: QuizAttempt }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/quizzes/{id}/results',
    access: 'user',
    summary: 'Which questions students got wrong',
    params: IdParams,
    response: z.object({ results: QuizResults }),
  }),
}
