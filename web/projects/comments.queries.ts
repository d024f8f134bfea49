import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { projectsApi } from '#contract/projects/projects.api.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { act, type BodyOf, useAct } from '#web/data/act.ts'
import { qPages } from '#web/data/endpoint-query.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'

/** What is said under a project; later pages are merged into the list. */
const commentsQuery = (id: number, key?: string) => {
  const params = { id }
  const { queryKey } = qPages(projectsApi.comments, 'comments', { params })
  return { ...qPages(projectsApi.comments, 'comments', { params, query: { key } }), queryKey }
}

/** What is said under a project, page by page; the first page has come with the project. */
export const useComments = (project: Project, key?: string) => {
  const client = useQueryClient()
  const first = {
    comments: project.comments,
    page: 1,
    pages: project.comment_pages,
    total: project.comment_total,
  }
  return useInfiniteQuery({
    ...commentsQuery(project.id, key),
    initialData: { pages: [first], pageParams: [1] },
    initialDataUpdatedAt: client.getQueryState(projectQuery(project.id).queryKey)?.dataUpdatedAt,
  })
}

/** Writes a comment or an answer. */
export const useCommentProject = (id: number, key?: string) =>
  useAct(projectsApi.comment, (body: BodyOf<typeof projectsApi.comment>) => ({ params: { id }, query: { key }, body }))

/** Removes a comment on the server; its writer reads the reason, if staff give one. */
export const removeComment = (
  id: number,
  commentId: number,
  { key, reason, as }: { key: string | undefined; reason: string | undefined; as: number },
) =>
  act(projectsApi.removeComment, {
    as,
    params: { id, comment_id: commentId },
    query: { key },
    body: { reason },
    // the page may be closing
    keepalive: true,
  })
