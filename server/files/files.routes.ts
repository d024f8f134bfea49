import type { FastifyInstance, FastifyRequest } from 'fastify'
import { filesApi } from '#contract/files/files.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { presentFile } from '#server/files/file-link.ts'
import { canSeeFile } from '#server/files/file-owners.ts'
import { findFile, findPlace, savePlace } from '#server/files/files.repo.ts'
import { findFilm } from '#server/films/films.repo.ts'
import { presentFilm } from '#server/films/present-film.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { finishUpload } from '#server/uploads/finish-upload.ts'

export const filesRoutes = (
  app: FastifyInstance,
  { db, files, antivirus }: Pick<Deps, 'db' | 'files' | 'antivirus'>,
) => {
  /** A file that the actor, or a guest, may see. */
  const visible = async (id: string, actor: Actor | null, { headers, pendingActor }: FastifyRequest) => {
    const file = await findFile(db, id)
    if (file && file.status !== 'deleting' && (await canSeeFile(db, actor, file))) return file
    // whose session has ended is asked to sign in again, not informed that the file is gone
    const wasSignedIn = actor === null && pendingActor === null && headers.authorization !== undefined
    throw new Refusal(wasSignedIn ? 'not-signed-in' : 'not-found')
  }

  route(app, filesApi.get, async ({ params, actor, request }) => {
    const file = await finishUpload({ db, files, antivirus }, await visible(params.id, actor, request))
    const [place, film] = await Promise.all([
      actor && findPlace(db, file.id, actor.id),
      file.type.startsWith('video/') ? findFilm(db, file.id) : null,
    ])
    return { file: presentFile(file), place, ...(film ? { film: presentFilm(film, file, actor) } : {}) }
  })

  route(app, filesApi.setPlace, async ({ params, body, actor, request }) => {
    const file = await visible(params.id, actor, request)
    found(file, ({ status }) => status === 'ready')
    await savePlace(db, file.id, actor.id, body().seconds)
  })
}
