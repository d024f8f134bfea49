import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import {
  canEditProject,
  canRemoveAuthor,
  canRemoveComment,
  canSeeProject,
  listedVisibilities,
} from '#contract/projects/projects.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'
import { changeProject } from '#server/projects/change-project.ts'
import { createViewCounter } from '#server/projects/count-views.ts'
import { createProject } from '#server/projects/create-project.ts'
import { findTag } from '#server/projects/gallery.repo.ts'
import { listFilters } from '#server/projects/gallery-filters.repo.ts'
import { listGallery } from '#server/projects/list-projects.ts'
import { agreeToBeNamed, askAuthor, removeAuthor } from '#server/projects/name-coauthors.ts'
import { presentComment, presentComments, presentProject } from '#server/projects/present-project.ts'
import { deleteProjectLike, findComment } from '#server/projects/project-reactions.repo.ts'
import { reportPageSize } from '#server/projects/project-reports.repo.ts'
import { gallerySources, narrowedSources, projectSources } from '#server/projects/project-sources.ts'
import { galleryPage, projectPage, tagPage } from '#server/projects/projects.pages.ts'
import { deleteProject, findProject } from '#server/projects/projects.repo.ts'
import { commentOnProject, likeProject, removeComment } from '#server/projects/react-to-project.ts'
import { loadReports, reportProject, resolveReport } from '#server/projects/report-project.ts'

/** Who opens a page: the person, or what a guest's browser sends about itself. It goes into a hash and nowhere else. */
const readerOf = (actor: Actor | null, request: FastifyRequest) =>
  actor ? `user:${actor.id}` : `${networkOf(request.ip)} ${request.headers['user-agent'] ?? ''}`

export const projectsRoutes = (app: FastifyInstance, { db, read, config }: Deps) => {
  servePage(app, 'projects.index', galleryPage, { readsFrom: () => gallerySources })
  servePage(app, 'projects.show', projectPage, { readsFrom: ({ id }) => projectSources(Number(id)) })
  servePage(app, 'tags.show', tagPage)
  const countView = createViewCounter()

  const findVisible = async (actor: Actor | null, id: number, key?: string, from = db) =>
    found(await findProject(from, id), (project) => canSeeProject(actor, project, key))

  /** Only published projects have likes and comments. */
  const findPublished = async (actor: Actor, id: number, key?: string) => {
    const project = await findVisible(actor, id, key)
    if (project.status !== 'published') throw new Refusal('wrong-state', { detail: 'Проект не опубликован.' })
    return project
  }

  const findEditable = async (actor: Actor, id: number) => {
    const project = await findVisible(actor, id)
    authorize(canEditProject(actor, project))
    return project
  }

  const bodyOf = async (actor: Actor | null, id: number, key?: string, from = db) => ({
    project: await presentProject(from, await findVisible(actor, id, key, from), actor),
  })

  route(app, projectsApi.list, ({ query, actor }) => read((db) => listGallery(db, query, actor)), {
    readsFrom: ({ query }) => narrowedSources(query),
  })

  route(
    app,
    projectsApi.filters,
    async ({ query, actor }) => ({ filters: await read((db) => listFilters(db, query, listedVisibilities(actor))) }),
    { readsFrom: ({ query }) => narrowedSources(query) },
  )

  route(app, projectsApi.tag, async ({ params, actor }) => ({
    tag: found(await read((db) => findTag(db, params.tag, listedVisibilities(actor)))),
  }))

  route(app, projectsApi.reports, async ({ query, actor }) => {
    const { reports, total } = await loadReports(db, actor, query.state, query.page)
    return { reports, page: query.page, pages: pageCount(total, reportPageSize), total }
  })

  route(app, projectsApi.resolveReport, async ({ params, body, actor }) => ({
    report: await resolveReport(db, actor, params.id, body(), config),
  }))

  route(app, projectsApi.get, ({ params, query, actor }) => read((db) => bodyOf(actor, params.id, query.key, db)))

  route(app, projectsApi.create, async ({ body, actor }) => {
    const project = await createProject(db, actor, body(), config)
    return bodyOf(actor, project.id)
  })

  route(app, projectsApi.update, async ({ params, body, actor }) => {
    const project = await findEditable(actor, params.id)
    await changeProject(db, actor, project, body(), config)
    return bodyOf(actor, project.id)
  })

  route(app, projectsApi.remove, async ({ params, actor }) => {
    const project = await findEditable(actor, params.id)
    await db.transaction(async (tx) => {
      if (!(await deleteProject(tx, project.id))) return
      await addAuditEntry(tx, { actor, kind: 'project-deleted', object: { kind: 'project', id: project.id } })
    })
  })

  route(app, projectsApi.view, async ({ params, query, actor, request }) => {
    const project = await findVisible(actor, params.id, query.key)
    if (project.status !== 'published' || (actor && project.author_ids.includes(actor.id))) return
    await countView(db, project.id, readerOf(actor, request))
  })

  route(app, projectsApi.askAuthor, async ({ params, body, actor }) => {
    const project = await findEditable(actor, params.id)
    await askAuthor(db, actor, project.id, body().email)
    return bodyOf(actor, project.id)
  })

  route(app, projectsApi.agree, async ({ params, actor }) => {
    const project = await findVisible(actor, params.id)
    authorize(project.asked_ids.includes(actor.id), 'Согласиться может только тот, кого назвали соавтором.')
    await agreeToBeNamed(db, actor, project.id)
    return bodyOf(actor, project.id)
  })

  route(app, projectsApi.removeAuthor, async ({ params, actor }) => {
    const project = await findVisible(actor, params.id)
    authorize(canRemoveAuthor(actor, project, params.user_id))
    await removeAuthor(db, project.id, params.user_id)
  })

  route(app, projectsApi.like, async ({ params, query, actor }) => {
    const project = await findPublished(actor, params.id, query.key)
    await likeProject(db, actor, project.id)
  })

  route(app, projectsApi.unlike, async ({ params, query, actor }) => {
    const project = await findPublished(actor, params.id, query.key)
    await deleteProjectLike(db, project.id, actor.id)
  })

  route(app, projectsApi.comments, ({ params, query, actor }) =>
    read(async (db) => {
      const project = await findVisible(actor, params.id, query.key, db)
      return presentComments(db, project.id, actor, query.page)
    }),
  )

  route(app, projectsApi.comment, async ({ params, query, body, actor }) => {
    const project = await findPublished(actor, params.id, query.key)
    const id = await commentOnProject(db, actor, project, { ...body(), key: query.key })
    return { comment: presentComment(found(await findComment(db, id))) }
  })

  route(app, projectsApi.removeComment, async ({ params, query, body, actor }) => {
    const project = await findVisible(actor, params.id, query.key)
    const { comment } = found(await findComment(db, params.comment_id), (row) => row.comment.project_id === project.id)
    authorize(canRemoveComment(actor, comment))
    await removeComment(db, actor, project, comment.id, body().reason)
  })

  route(app, projectsApi.report, async ({ params, query, body, actor }) => {
    const project = await findVisible(actor, params.id, query.key)
    await reportProject(db, actor, project, body())
  })
}
