import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallAnswer, CallInput } from '#contract/http/endpoint.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import type { Project, ProjectCard } from '#contract/projects/projects.schema.ts'
import { call } from '#web/app/call.ts'
import { mergePages, nextPage } from '#web/app/paged-list.ts'
import { reportError } from '#web/app/report-error.ts'

type Answer = CallAnswer<typeof projectsApi.get>
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
  infiniteQueryOptions({
    queryKey: ['projects', 'gallery', { search, tag, course_id, year, sort }],
    queryFn: ({ pageParam, signal }) =>
      call(projectsApi.list, { query: { search, tag, course_id, year, sort, page: pageParam } }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: ({ pages }) => mergePages('projects', pages),
    placeholderData: keepPreviousData,
  })

/** What the gallery can be narrowed to from here. */
export const galleryFiltersQuery = ({ search, tag, course_id, year }: GalleryFilter) =>
  queryOptions({
    queryKey: ['projects', 'filters', { search, tag, course_id, year }],
    queryFn: ({ signal }) => call(projectsApi.filters, { query: { search, tag, course_id, year } }, signal),
    placeholderData: keepPreviousData,
  })

/** A tag with the tags beside it. */
export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: ['projects', 'tags', tag],
    queryFn: ({ signal }) => call(projectsApi.tag, { params: { tag } }, signal),
  })

/** A project with everything on its page; `key` is what the address of one carries that is seen by link. */
export const projectQuery = (id: number, key?: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call(projectsApi.get, { params: { id }, query: { key } }, signal),
  })

/** What is said under a project; later pages are merged into the list. */
const commentsQuery = (id: number, key?: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', id, 'comments'],
    queryFn: ({ pageParam, signal }) =>
      call(projectsApi.comments, { params: { id }, query: { key, page: pageParam } }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: ({ pages }) => mergePages('comments', pages),
  })

/** What readers find wrong: the curators' queue, and what was decided. */
export const reportsQuery = (state: 'open' | 'done', page: number) =>
  queryOptions({
    queryKey: ['projects', 'reports', state, page],
    queryFn: ({ signal }) => call(projectsApi.reports, { query: { state, page } }, signal),
    placeholderData: keepPreviousData,
  })

const patchProject = (client: QueryClient, id: number, patch: (project: Project) => Partial<Project>) =>
  client.setQueryData<Answer>(
    projectQuery(id).queryKey,
    (old) => old && { project: { ...old.project, ...patch(old.project) } },
  )

const patchGalleries = (client: QueryClient, id: number, patch: (card: ProjectCard) => Partial<ProjectCard>) =>
  client.setQueriesData<InfiniteData<Gallery>>(
    { queryKey: ['projects', 'gallery'] },
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page) => ({
          ...page,
          projects: page.projects.map((card) => (card.id === id ? { ...card, ...patch(card) } : card)),
        })),
      },
  )

/** What else shows projects: the gallery, and the profiles of their authors. */
const forgetLists = (client: QueryClient, project?: Project) => {
  for (const part of ['gallery', 'filters', 'tags', 'reports']) {
    void client.invalidateQueries({ queryKey: ['projects', part] })
  }
  // an accepted work says what project was made of it
  for (const part of ['tasks', 'lessons']) void client.invalidateQueries({ queryKey: [part] })
  for (const { id } of project?.authors ?? []) void client.invalidateQueries({ queryKey: ['users', id] })
}

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
      call(mine ? projectsApi.like : projectsApi.unlike, { params: { id }, query: { key } }),
    // quick clicks reach the server one after another: the last one counts
    scope: { id: `like-project-${id}` },
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
export const useCreateProject = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof projectsApi.create>['body']) => call(projectsApi.create, { body }),
    onSuccess: (answer) => {
      client.setQueryData(projectQuery(answer.project.id).queryKey, answer)
      forgetLists(client, answer.project)
    },
  })
}

/** Changes, publishes, takes back, hides or brings back a project. */
export const useUpdateProject = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof projectsApi.update>['body']) =>
      call(projectsApi.update, { params: { id }, body }),
    onSuccess: (answer) => {
      client.setQueryData(projectQuery(id).queryKey, answer)
      forgetLists(client, answer.project)
    },
  })
}

/** Deletes a project. */
export const useDeleteProject = (project: Project) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(projectsApi.remove, { params: { id: project.id } }),
    onSuccess: () => forgetLists(client, project),
  })
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
export const useCommentProject = (id: number, key?: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof projectsApi.comment>['body']) =>
      call(projectsApi.comment, { params: { id }, query: { key }, body }),
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
export const removeComment = async (
  client: QueryClient,
  id: number,
  commentId: number,
  { key, reason }: { key: string | undefined; reason: string | undefined },
) => {
  await call(projectsApi.removeComment, {
    params: { id, comment_id: commentId },
    query: { key },
    body: { reason },
    // the page may be closing
    keepalive: true,
  })
  // the pages after it have moved up
  await client.invalidateQueries({ queryKey: commentsQuery(id).queryKey })
}

/** Tells curators what is wrong with a project or a comment. */
export const useReportProject = (id: number, key?: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof projectsApi.report>['body']) =>
      call(projectsApi.report, { params: { id }, query: { key }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['projects', 'reports'] }),
  })
}

/** Decides about a report. */
export const useResolveReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & CallInput<typeof projectsApi.resolveReport>['body']) =>
      call(projectsApi.resolveReport, { params: { id }, body }),
    onSuccess: ({ report }) => {
      void client.invalidateQueries({ queryKey: projectQuery(report.project.id).queryKey })
      forgetLists(client)
    },
  })
}

/** Asks a student to be named as a co-author. */
export const useAskAuthor = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(projectsApi.askAuthor, { params: { id }, body: { email } }),
    onSuccess: (answer) => client.setQueryData(projectQuery(id).queryKey, answer),
  })
}

/** Agrees to be named as a co-author. */
export const useAgreeToBeNamed = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(projectsApi.agree, { params: { id } }),
    onSuccess: (answer) => {
      client.setQueryData(projectQuery(id).queryKey, answer)
      forgetLists(client, answer.project)
    },
  })
}

/** Declines, leaves, or takes back what was asked; the page is asked for anew, for it may not be readable any more. */
export const useRemoveAuthor = (project: Project) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => call(projectsApi.removeAuthor, { params: { id: project.id, user_id: userId } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: projectQuery(project.id).queryKey })
      forgetLists(client, project)
    },
  })
}

/** Says that the page of a project was opened; nobody waits for it. */
export const countView = (id: number, key?: string) =>
  call(projectsApi.view, { params: { id }, query: { key } }).catch(() => {})
