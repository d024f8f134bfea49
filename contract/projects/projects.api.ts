import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams, Page, paged, QueryId, Search } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import {
  CoauthorInput,
  CommentRemoval,
  GalleryFilters,
  maxTagLength,
  Project,
  ProjectCard,
  ProjectChange,
  ProjectComment,
  ProjectCommentInput,
  ProjectCreate,
  ProjectReport,
  ReportDecision,
  ReportInput,
  TagSummary,
} from '#contract/projects/projects.schema.ts'

const project = z.object({ project: Project })

/** The key in the address of a project seen by link. */
const WithKey = z.object({ key: z.string().max(100).optional() })

const Tag = z.string().max(maxTagLength).transform(storable)

/** The filters of the gallery. */
const narrowing = {
  search: Search,
  course_id: QueryId,
  tag: Tag.optional(),
  /** The year of the first publication, in UTC. */
  year: z.coerce.number().int().min(1970).max(2200).optional(),
  user_id: QueryId,
}

export const projectsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/projects',
    access: 'public',
    summary: 'Published projects',
    query: z.object({
      page: Page,
      ...narrowing,
      /** By default the best matches of a search, or the newest. */
      sort: z.enum(['new', 'popular']).optional(),
    }),
    response: z.object({
      projects: z.array(ProjectCard),
      ...paged,
      /** Nothing matches the search exactly; these resemble it. */
      close: z.boolean(),
    }),
  }),
  filters: endpoint({
    method: 'GET',
    path: '/api/projects/filters',
    access: 'public',
    summary: 'What the gallery can be narrowed to, with how many projects each choice leaves',
    query: z.object(narrowing),
    response: z.object({ filters: GalleryFilters }),
  }),
  tag: endpoint({
    method: 'GET',
    path: '/api/projects/tags/{tag}',
    access: 'public',
    summary: 'A tag with the tags that occur together with it',
    params: z.object({ tag: Tag }),
    response: z.object({ tag: TagSummary }),
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/projects/reports',
    access: 'curator',
    right: 'projects',
    summary: 'What readers find wrong with projects and comments; the oldest that waits first',
    query: z.object({ page: Page, state: z.enum(['open', 'done']).default('open') }),
    response: z.object({ reports: z.array(ProjectReport), ...paged }),
  }),
  resolveReport: endpoint({
    method: 'PUT',
    path: '/api/projects/reports/{id}',
    access: 'curator',
    right: 'projects',
    summary: 'Decide about a report, and with it about all others of the same thing',
    params: IdParams,
    body: ReportDecision,
    response: z.object({ report: ProjectReport }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/projects/{id}',
    access: 'public',
    summary: 'A project',
    params: IdParams,
    query: WithKey,
    response: project,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/projects',
    access: 'user',
    summary: 'Make a project',
    body: ProjectCreate,
    status: 201,
    response: project,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/projects/{id}',
    access: 'user',
    summary: 'Change, publish, take back or hide a project',
    params: IdParams,
    body: ProjectChange,
    response: project,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}',
    access: 'user',
    summary: 'Delete a project',
    params: IdParams,
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/views',
    access: 'public',
    summary: 'Its page was opened: counts once a reader and day, and its authors never',
    params: IdParams,
    query: WithKey,
  }),
  askAuthor: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/authors',
    access: 'user',
    summary: 'Ask a student to be named as a co-author',
    params: IdParams,
    body: CoauthorInput,
    response: project,
  }),
  agree: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/agreement',
    access: 'user',
    summary: 'Agree to be named as a co-author',
    params: IdParams,
    response: project,
  }),
  removeAuthor: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}/authors/{user_id}',
    access: 'user',
    summary: 'Decline, leave, or take back a request',
    params: IdParams.extend({ user_id: AddressId }),
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/like',
    access: 'user',
    summary: 'Like a project',
    params: IdParams,
    query: WithKey,
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}/like',
    access: 'user',
    summary: 'Take the like back',
    params: IdParams,
    query: WithKey,
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/projects/{id}/comments',
    access: 'public',
    summary: 'Comments on a project: oldest first, answers after their comment',
    params: IdParams,
    query: WithKey.extend({ page: Page }),
    response: z.object({ comments: z.array(ProjectComment), ...paged }),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/comments',
    access: 'user',
    summary: 'Comment on a project, or answer a comment',
    params: IdParams,
    query: WithKey,
    body: ProjectCommentInput,
    status: 201,
    response: z.object({ comment: ProjectComment }),
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/api/projects/{id}/comments/{comment_id}',
    access: 'user',
    summary: 'Remove a comment: its writer, or a curator',
    params: IdParams.extend({ comment_id: AddressId }),
    query: WithKey,
    body: CommentRemoval,
    bodyOptional: true,
    status: 204,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/projects/{id}/reports',
    access: 'user',
    summary: 'Report a project or a comment; an author asks for a hidden project back',
    params: IdParams,
    query: WithKey,
    body: ReportInput,
  }),
}
