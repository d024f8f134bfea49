import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { AnswerInput, LessonQuestion, QuestionInput, WaitingQuestion } from '#contract/questions/questions.schema.ts'

const question = z.object({ question: LessonQuestion })

export const questionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/questions',
    access: 'user',
    summary: 'Questions under a lesson with their answers, newest first',
    params: IdParams,
    response: z.object({ questions: z.array(LessonQuestion) }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/questions',
    access: 'staff',
    summary: 'Questions without an answer in the courses one teaches, oldest first; for a curator in all courses',
    response: z.object({ questions: z.array(WaitingQuestion), total: z.number().int() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/lessons/{id}/questions',
    access: 'user',
    summary: 'Ask a question under a lesson; everybody in the course reads it',
    params: IdParams,
    body: QuestionInput,
    status: 201,
    response: question,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/questions/{id}',
    access: 'user',
    summary: 'Change a question of the caller’s own; 409 once it is answered',
    params: IdParams,
    body: QuestionInput,
    response: question,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/questions/{id}',
    access: 'user',
    summary: 'Delete a question: the caller’s own while it is not answered, any for the staff of the course',
    params: IdParams,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/questions/{id}/answer',
    access: 'user',
    summary: 'Answer a question for everybody, or change the answer; 409 when it is not the expected one',
    params: IdParams,
    body: AnswerInput,
    response: question,
  }),
}
