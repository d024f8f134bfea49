import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams, QueryId } from '#contract/http/fields.ts'
import { SavedComment, SavedCommentChange, SavedCommentInput } from '#contract/saved-comments/saved-comments.schema.ts'

const comment = z.object({ comment: SavedComment })

export const savedCommentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-comments',
    access: 'staff',
    summary: 'The user’s saved comments and those of their courses, or of one of them; most used first',
    query: z.object({ course_id: QueryId }),
    response: z.object({ comments: z.array(SavedComment) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved-comments',
    access: 'staff',
    summary: 'Save a comment for oneself or for a course',
    body: SavedCommentInput,
    status: 201,
    response: comment,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/saved-comments/{id}',
    access: 'staff',
    summary: 'Change a saved comment; 409 when its text is not the expected one',
    params: IdParams,
    body: SavedCommentChange,
    response: comment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-comments/{id}',
    access: 'staff',
    summary: 'Delete a saved comment',
    params: IdParams,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/saved-comments/{id}/use',
    access: 'staff',
    summary: 'Count a use, so that the most used come first',
    params: IdParams,
  }),
}
