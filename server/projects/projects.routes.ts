import type { FastifyInstance } from 'fastify'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { canEditProject, canRemoveComment, canSeeProject } from '#contract/projects/projects.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { changeProject } from '#server/projects/change-project.ts'
import { createProject } from '#server/projects/create-project.ts'
import { listGallery } from '#server/projects/list-projects.ts'
import { presentComment, presentProject } from '#server/projects/present-project.ts'
import { deleteProjectLike, findComment } from '#server/projects/project-reactions.repo.ts'
import { deleteProject, findProject } from '#server/projects/projects.repo.ts'
import { commentOnProject, likeProject, removeComment } from '#server/projects/react-to-project.ts'

export const projectsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor | null, id: number) =>
    found(await findProject(db, id), (project) => canSeeProject(actor, project))

  /** Likes and comments are for what is published. */
  const findPublished = async (actor: Actor, id: number) => {
    const project = await findVisible(actor, id)
    if (project.status !== 'published') throw new Refusal('wrong-state', { detail: 'Проект не опубликован.' })
    return project
  }

  const answer = async (actor: Actor | null, id: number) => ({
    project: await presentProject(db, await findVisible(actor, id), actor),
  })

  route(app, projectsApi.list, ({ query, actor }) => listGallery(db, query, actor))

  route(app, projectsApi.get, ({ params, actor }) => answer(actor, params.id))

  route(app, projectsApi.create, async ({ body, actor }) => {
    const project = await createProject(db, actor, body())
    return answer(actor, project.id)
  })

  route(app, projectsApi.update, async ({ params, body, actor }) => {
    const project = await findVisible(actor, params.id)
    authorize(canEditProject(actor, project))
    await changeProject(db, actor, project, body())
    return answer(actor, project.id)
  })

  route(app, projectsApi.remove, async ({ params, actor }) => {
    const project = await findVisible(actor, params.id)
    authorize(canEditProject(actor, project))
    await deleteProject(db, project.id)
  })

  route(app, projectsApi.like, async ({ params, actor }) => {
    const project = await findPublished(actor, params.id)
    await likeProject(db, actor, project.id)
  })

  route(app, projectsApi.unlike, async ({ params, actor }) => {
    const project = await findPublished(actor, params.id)
    await deleteProjectLike(db, project.id, actor.id)
  })

  route(app, projectsApi.comment, async ({ params, body, actor }) => {
    const project = await findPublished(actor, params.id)
    const id = await commentOnProject(db, actor, project.id, body().text)
    return { comment: presentComment(found(await findComment(db, id))) }
  })

  route(app, projectsApi.removeComment, async ({ params, actor }) => {
    const project = await findVisible(actor, params.id)
    const { comment } = found(await findComment(db, params.comment_id), (row) => row.comment.project_id === project.id)
    authorize(canRemoveComment(actor, comment))
    await removeComment(db, project, comment.id)
  })
}
