import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams, Page, paged, QueryId, Search, storable } from '#contract/http/fields.ts'
import {
  Project,
  ProjectCard,
  ProjectChange,
  ProjectComment,
  ProjectCommentInput,
  ProjectCreate,
} from '#contract/projects/projects.schema.ts'

const project = z.object({ project: Project })

export const projectsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/projects',
    access: 'public',
    summary: 'Published projects',
    query: z.object({
      page: Page,
      search: Search,
      course_id: QueryId,
      tag: z.string().max(40).transform(storable).optional(),
      user_id: QueryId,
      sort: z.enum(['new', 'popular']).default('new'),
    }),
    answer: z.object({ projects: z.array(ProjectCard), ...paged }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/projects/{id}',
    access: 'public',
    summary: 'A project',
    params: IdParams,
    answer: project,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/projects',
    access: 'user',
    summary: 'Make a project',
    body: ProjectCreate,
    status: 201,
    answer: project,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/projects/{id}',
    access: 'user',
    summary: 'Change, publish, take back or hide a project',
    params: IdParams,
    body: ProjectChange,
    answer: project,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}',
    access: 'user',
    summary: 'Delete a project',
    params: IdParams,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/like',
    access: 'user',
    summary: 'Like a project',
    params: IdParams,
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}/like',
    access: 'user',
    summary: 'Take the like back',
    params: IdParams,
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/comments',
    access: 'user',
    summary: 'Comment on a project',
    params: IdParams,
    body: ProjectCommentInput,
    status: 201,
    answer: z.object({ comment: ProjectComment }),
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}/comments/{comment_id}',
    access: 'user',
    summary: 'Remove a comment: its writer, or a curator',
    params: IdParams.extend({ comment_id: AddressId }),
  }),
}
