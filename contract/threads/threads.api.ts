import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Task } from '#contract/tasks/tasks.schema.ts'
import { CommentInput, Extension, ExtensionRequest, ThreadEntry } from '#contract/threads/threads.schema.ts'

const task = z.object({ task: Task })

export const threadsApi = {
  comment: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/comments',
    access: 'user',
    summary: 'Comment in the thread of a task; a note is shown to staff only',
    params: IdParams,
    body: CommentInput,
    status: 201,
    response: z.object({ comment: ThreadEntry }),
  }),
  settleQuestion: endpoint({
    method: 'DELETE',
    path: '/api/tasks/{id}/question',
    access: 'user',
    summary: 'Mark the student’s question as answered; repeating changes nothing',
    params: IdParams,
    status: 200,
    response: task,
  }),
  askExtension: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/extension-request',
    access: 'user',
    summary: 'Ask for more time',
    params: IdParams,
    body: ExtensionRequest,
    status: 201,
    response: z.object({ comment: ThreadEntry }),
  }),
  refuseExtension: endpoint({
    method: 'DELETE',
    path: '/api/tasks/{id}/extension-request',
    access: 'user',
    summary: 'Leave the due date as it is: the request for more time is answered with no',
    params: IdParams,
    status: 200,
    response: task,
  }),
  extend: endpoint({
    method: 'PUT',
    path: '/api/tasks/{id}/extension',
    access: 'user',
    summary: 'Extend this task, or take that back',
    params: IdParams,
    body: Extension,
    response: task,
  }),
}
