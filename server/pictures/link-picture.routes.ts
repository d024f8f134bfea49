import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canSeeProject } from '#contract/projects/projects.policy.ts'
import { schoolTitle } from '#contract/site/school-title.ts'
import { fullName, roles } from '#contract/users/names.ts'
import type { Deps } from '#server/deps.ts'
import { hasAlready } from '#server/http/has-already.ts'
import { found } from '#server/http/refusal.ts'
import { drawLinkPicture, tagOf } from '#server/pictures/draw-link-picture.ts'
import type { LinkPicture } from '#server/pictures/draw-picture.ts'
import { type PictureKind, pictureKinds, sitePicture } from '#server/pictures/link-picture.ts'
import { programNote } from '#server/programs/program-note.ts'
import { findProgram } from '#server/programs/programs.repo.ts'
import { presentAuthors } from '#server/projects/present-project.ts'
import { findProject, listAuthors } from '#server/projects/projects.repo.ts'
import { loadHome, loadSchool } from '#server/site/load-settings.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'

type Texts = Omit<LinkPicture, 'school' | 'cover'>

/** The public data of a thing; null when there are none. */
const load: Record<PictureKind, (deps: Deps, id: number) => Promise<Texts | null>> = {
  program: async ({ db }, id) => {
    const program = await findProgram(db, id)
    return program && { kind: 'Курс', name: program.course.name, note: programNote(program.course) }
  },
  project: async ({ db }, id) => {
    const project = await findProject(db, id)
    if (!project || !canSeeProject(null, project)) return null
    const authors = presentAuthors(await listAuthors(db, [id]), null)
    return { kind: 'Проект', name: project.name, note: authors.map(fullName).join(', ') }
  },
  user: async ({ db }, id) => {
    const user = await findVisibleUser(db, null, id)
    return user && { kind: roles[user.role], name: fullName(user), note: user.occupation }
  },
}

/** Link previews: drawn by us, from public data. */
export const linkPictureRoutes = (app: FastifyInstance, deps: Deps) => {
  const school = async () => schoolTitle(await loadSchool(deps.db), deps.config.appName)
  const sendPicture = async (request: FastifyRequest, reply: FastifyReply, texts: Texts, cover: string) => {
    const picture = { ...texts, school: await school(), cover }
    const etag = `"${tagOf(picture)}"`
    const headers = { etag, 'cache-control': 'public, max-age=3600' }
    // a client that already has it causes no drawing
    if (hasAlready(request, etag)) return reply.code(304).headers(headers).send()
    const drawn = await drawLinkPicture(picture)
    return reply.type('image/png').headers(headers).send(drawn)
  }

  app.get(sitePicture, async (request, reply) => {
    const { title } = await loadHome(deps.db)
    return sendPicture(request, reply, { kind: 'Школа', name: title, note: '' }, 'site')
  })

  app.get<{ Params: { kind: PictureKind; id: string } }>(
    `/og/:kind(^${pictureKinds.join('|')}$)-:id(^\\d{1,9}$).png`,
    async (request, reply) => {
      const { kind, id } = request.params
      const texts = found(await load[kind](deps, Number(id)))
      // the same drawing as the thing's own cover on the site
      return sendPicture(request, reply, texts, `${kind === 'program' ? 'course' : kind}-${id}`)
    },
  )
}
