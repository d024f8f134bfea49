import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#contract/http/endpoint.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import type { Project, ProjectCard } from '#contract/projects/projects.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { act, type BodyOf, useAct } from '#web/data/act.ts'
import { call } from '#web/data/call.ts'
import { changeLoaded } from '#web/data/change-loaded.ts'
import { inTurn, keyOf } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'

type Gallery = CallResponse<typeof projectsApi.list>

const patchProject = (client: QueryClient, id: number, patch: (project: Project) => Partial<Project>) =>
  changeLoaded<CallResponse<typeof projectsApi.get>>(client, projectQuery(id).queryKey, ({ project }) => ({
    project: { ...project, ...patch(project) },
  }))

const patchGalleries = (client: QueryClient, id: number, patch: (card: ProjectCard) => Partial<ProjectCard>) => {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: keyOf(projectsApi.list) })) {
    changeLoaded<InfiniteData<Gallery>>(client, queryKey, (gallery) => ({
      ...gallery,
      pages: gallery.pages.map((page) => ({
        ...page,
        projects: page.projects.map((card) => (card.id === id ? { ...card, ...patch(card) } : card)),
      })),
    }))
  }
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
      act(mine ? projectsApi.like : projectsApi.unlike, { params: { id }, query: { key } }),
    // quick clicks reach the server one after another: the last one counts
    ...inTurn(projectsApi.like, { params: { id } }),
    onMutate: show,
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
export const useDeleteProject = ({ id }: Project) =>
  useAct(projectsApi.remove, () => ({ params: { id } }), {
    // its page may have been left by then
    onError: (error) => reportError(error, 'Не удалось удалить'),
  })

/** Reports a project or a comment to the curators. */
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

/** Counts that the page of a project was opened; nobody waits for it. Looking as somebody is no visit. */
export const countView = async (id: number, key?: string) => {
  if (currentUser()?.looker) return
  await call(projectsApi.view, { params: { id }, query: { key } }).catch(() => {})
}
