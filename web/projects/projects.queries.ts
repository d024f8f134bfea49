import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallAnswer } from '#contract/http/endpoint.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import type { Project, ProjectCard } from '#contract/projects/projects.schema.ts'
import { act, type BodyOf, useAct } from '#web/app/act.ts'
import { call } from '#web/app/call.ts'
import { inTurn, keyOf, q, qPages } from '#web/app/endpoint-query.ts'
import { reportError } from '#web/app/report-error.ts'

type Gallery = CallAnswer<typeof projectsApi.list>

/** What the gallery may be narrowed down to. */
export interface GalleryFilter {
  search?: string | undefined
  tag?: string | undefined
  course_id?: number | undefined
  year?: number | undefined
  sort?: 'new' | 'popular' | undefined
}

/** The published projects; later pages are merged into the list. */
export const galleryQuery = ({ search, tag, course_id, year, sort }: GalleryFilter = {}) =>
  qPages(
    projectsApi.list,
    'projects',
    { query: { search, tag, course_id, year, sort } },
    { placeholderData: keepPreviousData },
  )

/** What the gallery can be narrowed to from here. */
export const galleryFiltersQuery = ({ search, tag, course_id, year }: GalleryFilter) =>
  q(projectsApi.filters, { query: { search, tag, course_id, year } }, { placeholderData: keepPreviousData })

/** A tag with the tags beside it. */
export const tagQuery = (tag: string) => q(projectsApi.tag, { params: { tag } })

/**
 * A project with everything on its page; `key` is what the address of one carries that is seen by link. It opens the
 * project, and does not make it another one: it is no part of what the project is kept under.
 */
export const projectQuery = (id: number, key?: string) => {
  const params = { id }
  return { ...q(projectsApi.get, { params, query: { key } }), queryKey: q(projectsApi.get, { params }).queryKey }
}

/** What is said under a project; later pages are merged into the list. */
const commentsQuery = (id: number, key?: string) => {
  const params = { id }
  const { queryKey } = qPages(projectsApi.comments, 'comments', { params })
  return { ...qPages(projectsApi.comments, 'comments', { params, query: { key } }), queryKey }
}

/** What readers find wrong: the curators' queue, and what was decided. */
export const reportsQuery = (state: 'open' | 'done', page: number) =>
  q(projectsApi.reports, { query: { state, page } }, { placeholderData: keepPreviousData })

const patchProject = (client: QueryClient, id: number, patch: (project: Project) => Partial<Project>) =>
  client.setQueryData(projectQuery(id).queryKey, (old) => old && { project: { ...old.project, ...patch(old.project) } })

const patchGalleries = (client: QueryClient, id: number, patch: (card: ProjectCard) => Partial<ProjectCard>) =>
  client.setQueriesData<InfiniteData<Gallery>>(
    { queryKey: keyOf(projectsApi.list) },
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page) => ({
          ...page,
          projects: page.projects.map((card) => (card.id === id ? { ...card, ...patch(card) } : card)),
        })),
      },
  )

/** Likes, or takes the like back: shown at once, put back when the server refuses. */
export const useLikeProject = (id: number, key?: string) => {
  const client = useQueryClient()
  const show = (mine: boolean) => {
    const patch = ({ likes }: { likes: Project['likes'] }) => ({
      likes: likes.mine === mine ? likes : { mine, count: likes.count + (mine ? 1 : -1) },
    })
    patchProject(client, id, patch)
    patchGalleries(client, id, patch)
  }
  return useMutation({
    mutationFn: (mine: boolean) =>
      act(mine ? projectsApi.like : projectsApi.unlike, { params: { id }, query: { key } }),
    // quick clicks reach the server one after another: the last one counts
    ...inTurn(projectsApi.like, { params: { id } }),
    onMutate: async (mine) => {
      await client.cancelQueries({ queryKey: projectQuery(id).queryKey })
      show(mine)
    },
    onError: (error, mine) => {
      show(!mine)
      reportError(error)
    },
  })
}

/** Makes a project. */
export const useCreateProject = () =>
  useAct(projectsApi.create, (body: BodyOf<typeof projectsApi.create>) => ({ body }))

/** Changes, publishes, takes back, hides or brings back a project. */
export const useUpdateProject = (id: number) =>
  useAct(projectsApi.update, (body: BodyOf<typeof projectsApi.update>) => ({ params: { id }, body }))

/** Deletes a project. */
export const useDeleteProject = ({ id }: Project) => useAct(projectsApi.remove, () => ({ params: { id } }))

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
export const useCommentProject = (id: number, key?: string) => {
  const client = useQueryClient()
  const inputOf = (body: BodyOf<typeof projectsApi.comment>) => ({ params: { id }, query: { key }, body })
  return useAct(projectsApi.comment, inputOf, {
    onSuccess: ({ comment }) =>
      client.setQueryData(commentsQuery(id).queryKey, (old) => {
        if (!old) return old
        const pages = old.pages.map((page, index) => ({
          ...page,
          total: page.total + 1,
          comments: index === old.pages.length - 1 ? [...page.comments, comment] : page.comments,
        }))
        return { ...old, pages }
      }),
  })
}

/** Removes a comment on the server; its writer reads the reason, if staff give one. */
export const removeComment = (
  id: number,
  commentId: number,
  { key, reason }: { key: string | undefined; reason: string | undefined },
) =>
  act(projectsApi.removeComment, {
    params: { id, comment_id: commentId },
    query: { key },
    body: { reason },
    // the page may be closing
    keepalive: true,
  })

/** Tells curators what is wrong with a project or a comment. */
export const useReportProject = (id: number, key?: string) =>
  useAct(projectsApi.report, (body: BodyOf<typeof projectsApi.report>) => ({ params: { id }, query: { key }, body }))

/** Decides about a report. */
export const useResolveReport = () =>
  useAct(projectsApi.resolveReport, ({ id, ...body }: { id: number } & BodyOf<typeof projectsApi.resolveReport>) => ({
    params: { id },
    body,
  }))

/** Asks a student to be named as a co-author. */
export const useAskAuthor = (id: number) =>
  useAct(projectsApi.askAuthor, (email: string) => ({ params: { id }, body: { email } }))

/** Agrees to be named as a co-author. */
export const useAgreeToBeNamed = (id: number) => useAct(projectsApi.agree, () => ({ params: { id } }))

/** Declines, leaves, or takes back what was asked. */
export const useRemoveAuthor = ({ id }: Project) =>
  useAct(projectsApi.removeAuthor, (userId: number) => ({ params: { id, user_id: userId } }))

/** Says that the page of a project was opened; nobody waits for it. */
export const countView = (id: number, key?: string) =>
  call(projectsApi.view, { params: { id }, query: { key } }).catch(() => {})
