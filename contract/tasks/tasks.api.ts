import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { Id, IdParams, Page, paged, QueryId, Search } from '#contract/http/fields.ts'
import { AssignmentAhead, DraftChange, Task, TaskAsk, TaskRow, TaskStatus } from '#contract/tasks/tasks.schema.ts'

const task = z.object({ task: Task })

const count = z.number().int()
const countOfStates = { draft: count, submitted: count, returned: count, accepted: count, excused: count }

export const tasksApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tasks',
    access: 'user',
    summary:
      'The queue, oldest hand-in first; a student’s own works. A list of a state that waits for somebody leaves out works that are idle',
    query: z.object({
      status: TaskStatus.optional(),
      /** Works with a question or a request that waits for an answer, the longest waiting first; drafts among them. */
      asks: TaskAsk.optional(),
      course_id: QueryId,
      lesson_id: QueryId,
      student_id: QueryId,
      /** `me`: given to the caller; `nobody`: given to no one yet. */
      reviewer: z.enum(['me', 'nobody']).optional(),
      search: Search,
      page: Page,
    }),
    answer: z.object({
      tasks: z.array(TaskRow),
      ...paged,
      /**
       * How many there are in each state, and how many ask for an answer or for time, under the filters but `status` and `asks`;
       * as in the lists, of what waits for somebody no idle ones.
       */
      counts: z.object({ ...countOfStates, questions: count, extensions: count }),
    }),
  }),
  ahead: endpoint({
    method: 'GET',
    path: '/api/assignments',
    access: 'user',
    summary:
      'What a student’s courses ask for and the student has not begun, what is due first before the rest; empty for staff',
    answer: z.object({ assignments: z.array(AssignmentAhead) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/tasks/{id}',
    access: 'user',
    summary: 'A work with its attempts and thread',
    params: IdParams,
    answer: task,
  }),
  ofLesson: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/task',
    access: 'user',
    summary: 'One’s own work in a lesson',
    params: IdParams,
    answer: z.object({ task: Task.nullable() }),
  }),
  start: endpoint({
    method: 'PUT',
    path: '/api/lessons/{id}/task',
    access: 'user',
    summary: 'One’s own work in a lesson, made as a draft when there is none; staff name the student it is made for',
    params: IdParams,
    /** For staff alone, so that a mark, more time or an excuse has a work to stand on; a student’s is always their own. */
    body: z.object({ student_id: Id.optional() }),
    bodyOptional: true,
    answer: task,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/tasks/{id}/draft',
    access: 'user',
    summary: 'Keep the draft',
    params: IdParams,
    body: DraftChange,
    answer: task,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/submit',
    access: 'user',
    summary: 'Hand in the draft as the next attempt; a repeated key repeats the first answer',
    params: IdParams,
    headers: z.object({ 'idempotency-key': z.string('Нужен заголовок Idempotency-Key').min(1).max(200) }),
    answer: task,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/withdraw',
    access: 'user',
    summary: 'Take the work back while no reviewer has taken it',
    params: IdParams,
    answer: task,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/like',
    access: 'user',
    summary: 'Like a work',
    params: IdParams,
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/tasks/{id}/like',
    access: 'user',
    summary: 'Take the like back',
    params: IdParams,
  }),
}
