import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
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
  sort?: 'new' | 'popular' | undefined
}

/** The published projects; later pages are merged into the list. */
export const galleryQuery = ({ search, tag, course_id, sort }: GalleryFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'gallery', { search, tag, course_id, sort }],
    queryFn: ({ pageParam, signal }) =>
      call(projectsApi.list, { query: { search, tag, course_id, sort, page: pageParam } }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    select: ({ pages }) => mergePages('projects', pages),
    placeholderData: keepPreviousData,
  })

/** A project with everything on its page. */
export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call(projectsApi.get, { params: { id } }, signal),
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
  void client.invalidateQueries({ queryKey: ['projects', 'gallery'] })
  for (const { id } of project?.authors ?? []) void client.invalidateQueries({ queryKey: ['users', id] })
}

/** Likes, or takes the like back: shown at once, put back when the server refuses. */
export const useLikeProject = (id: number) => {
  const client = useQueryClient()
  const show = (mine: boolean) => {
    const patch = ({ likes }: { likes: Project['likes'] }) => ({
      likes: likes.mine === mine ? likes : { mine, count: likes.count + (mine ? 1 : -1) },
    })
    patchProject(client, id, patch)
    patchGalleries(client, id, patch)
  }
  return useMutation({
    mutationFn: (mine: boolean) => call(mine ? projectsApi.like : projectsApi.unlike, { params: { id } }),
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

/** Writes a comment. */
export const useCommentProject = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(projectsApi.comment, { params: { id }, body: { text } }),
    onSuccess: ({ comment }) => patchProject(client, id, ({ comments }) => ({ comments: [...comments, comment] })),
  })
}

/** Removes a comment on the server. */
export const removeComment = async (client: QueryClient, id: number, commentId: number) => {
  await call(projectsApi.removeComment, { params: { id, comment_id: commentId } })
  patchProject(client, id, ({ comments }) => ({ comments: comments.filter((comment) => comment.id !== commentId) }))
}
