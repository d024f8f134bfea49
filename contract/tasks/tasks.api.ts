import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { Id, IdParams, Page, paged, QueryId, Search } from '#contract/http/fields.ts'
import { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { AssignmentAhead, DraftChange, ProjectOffer, Task, TaskAsk, TaskRow } from '#contract/tasks/tasks.schema.ts'

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
      /** Tasks with a question or a request that waits for an answer, the longest waiting first, including drafts. */
      asks: TaskAsk.optional(),
      course_id: QueryId,
      lesson_id: QueryId,
      student_id: QueryId,
      /** `me`: assigned to the caller; `nobody`: unassigned. */
      reviewer: z.enum(['me', 'nobody']).optional(),
      search: Search,
      page: Page,
    }),
    response: z.object({
      tasks: z.array(TaskRow),
      ...paged,
      /**
       * The number of tasks in each state, and of those with a question or a request for time, under all filters but
       * `status` and `asks`; idle ones are left out of the waiting states, as in the lists.
       */
      counts: z.object({ ...countOfStates, questions: count, extensions: count }),
    }),
  }),
  ahead: endpoint({
    method: 'GET',
    path: '/api/assignments',
    access: 'user',
    summary:
      'What a student’s courses ask for and the student has not begun, what is due first before the rest, and the accepted task they may make a project of; empty for staff',
    response: z.object({ assignments: z.array(AssignmentAhead), offer: ProjectOffer.optional() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/tasks/{id}',
    access: 'user',
    summary: 'A task with its attempts and thread',
    params: IdParams,
    response: task,
  }),
  ofLesson: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/task',
    access: 'user',
    summary: 'The user’s own task in a lesson',
    params: IdParams,
    response: z.object({ task: Task.nullable() }),
  }),
  start: endpoint({
    method: 'PUT',
    path: '/api/lessons/{id}/task',
    access: 'user',
    summary: 'The user’s own task in a lesson, created as a draft when there is none; staff send the student it is for',
    params: IdParams,
    /** For staff alone, to create a task for a mark, more time or an excuse; a student’s is always their own. */
    body: z.object({ student_id: Id.optional() }),
    bodyOptional: true,
    response: task,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/tasks/{id}/draft',
    access: 'user',
    summary: 'Keep the draft',
    params: IdParams,
    body: DraftChange,
    response: task,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/submit',
    access: 'user',
    summary: 'Hand in the draft as the next attempt; a repeated key repeats the first response',
    params: IdParams,
    headers: z.object({ 'idempotency-key': z.string('Нужен заголовок Idempotency-Key').min(1).max(200) }),
    response: task,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/withdraw',
    access: 'user',
    summary: 'Take the task back while no reviewer has taken it',
    params: IdParams,
    response: task,
  }),
  declineOffer: endpoint({
    method: 'DELETE',
    path: '/api/tasks/{id}/project-offer',
    access: 'user',
    summary:
      'Offer no more to make a project of this task, nor of those accepted before; declining twice is declining once',
    params: IdParams,
  }),
  restoreOffer: endpoint({
    method: 'PUT',
    path: '/api/tasks/{id}/project-offer',
    access: 'user',
    summary: 'Take back that the offer was declined',
    params: IdParams,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/like',
    access: 'user',
    summary: 'Like a task',
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
