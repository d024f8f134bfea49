import { randomBytes } from 'node:crypto'
import { TUS_RESUMABLE } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FileId } from '#contract/files/files.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { createSharedLocks } from '#server/db/shared-locks.ts'
import type { Deps } from '#server/deps.ts'
import { deleteFile, findFile, markDeleting, touchUpload } from '#server/files/files.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { removeBytes, removeFile } from '#server/files/remove-file.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { beginUpload } from '#server/uploads/begin-upload.ts'
import { finishUpload } from '#server/uploads/finish-upload.ts'
import { metadataOf, readNewUpload } from '#server/uploads/new-upload.ts'
import { createTus, uploadsPath } from '#server/uploads/tus.ts'
import { giveBackUploadQuota } from '#server/uploads/upload-quota.ts'

/** How long the client has to read a refusal before a connection that keeps sending is closed, in milliseconds. */
const refusalTimeMs = 3000

type Asked = FastifyRequest<{ Params: { id: string } }>

const send = (reply: FastifyReply, response: Response) => {
  for (const [name, value] of response.headers) {
    // the site serves only its own pages
    if (!name.startsWith('access-control-') && !name.startsWith('content-')) reply.header(name, value)
  }
  return reply.code(response.status).send()
}

/** How many bytes of an upload the server has after a call. */
const offsetIn = ({ headers }: Response) => Number(headers.get('upload-offset') ?? 0)

/** Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). An upload belongs to its sender alone. */
export const uploadsRoutes = async (app: FastifyInstance, deps: Deps) => {
  const { db, url, files, config } = deps
  const locks = createSharedLocks(url)
  app.addHook('onClose', locks.stop)
  const tus = createTus(files, locks, config.maxFileSize)
  const receiving = new Map<FastifyRequest, Promise<unknown>>()

  // bodies are streams here, of any length and duration
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)

  app.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', TUS_RESUMABLE)
    if (request.method === 'OPTIONS') return
    if (!request.actor) throw new Refusal('not-signed-in')
    if (request.headers['tus-resumable'] === TUS_RESUMABLE) return
    reply.header('tus-version', TUS_RESUMABLE)
    throw new Refusal('upload-version')
  })

  // a refused body need not be sent to its end
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) setTimeout(() => raw.destroy(), refusalTimeMs).unref()
  })

  // an upload resumes with the next process; the site need not wait for its end to stop
  app.addHook('preClose', async () => {
    for (const { raw } of receiving.keys()) raw.destroy()
    await Promise.allSettled(receiving.values())
  })

  const receive = <T>(request: FastifyRequest, doing: Promise<T>) => {
    const done = doing.finally(() => receiving.delete(request))
    receiving.set(request, done)
    return done
  }

  const ownFile = async ({ params, actor }: Asked) =>
    found(
      FileId.safeParse(params.id).success ? await findFile(db, params.id) : null,
      ({ user_id, status }) => user_id === actor?.id && status !== 'deleting',
    )

  /** Completes an upload when this was its last byte. */
  const finishAt = async (file: FileRecord, offset: number) => {
    if (file.status === 'uploading' && offset === file.size) await finishUpload(deps, file)
  }

  const begin = async (request: FastifyRequest) => {
    const upload = readNewUpload(request.headers, config.maxFileSize)
    const { name, type, size } = upload
    const values = { id: randomBytes(16).toString('hex'), user_id: (request.actor as Actor).id, name, type, size }
    const file = await beginUpload(db, { ...values, link_key: randomBytes(32) }, config.uploadQuota)
    const { method, headers, raw } = request
    let received: number | undefined
    try {
      const response = await tus({ method, id: file.id, headers, metadata: metadataOf(upload), body: raw })
      // a file that is refused when it is finished is gone, and its length with it
      received = offsetIn(response)
      await finishAt(file, received)
      return response
    } catch (error) {
      // where the site itself has failed, the client sends the same again and again: nothing of it counts
      if (!(error instanceof Refusal)) received = 0
      // as long as the upload is kept
      received ??= (await files.uploads.getUpload(file.id).catch(() => null))?.offset ?? 0
      // no client got its address; bytes that fail to be deleted now are swept
      await removeBytes(files, file.id).catch(() => {})
      await deleteFile(db, file.id)
      await giveBackUploadQuota(db, file, size - received)
      throw error
    }
  }

  const append = async (request: Asked) => {
    const file = await ownFile(request)
    const { method, headers, raw } = request
    await touchUpload(db, file.id)
    const response = await tus({ method, id: file.id, headers, body: raw }).finally(() => touchUpload(db, file.id))
    await finishAt(file, offsetIn(response))
    return response
  }

  const options = async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, await tus({ method: 'OPTIONS', id: '', headers: request.headers }))
  app.options(uploadsPath, options)
  app.options(`${uploadsPath}/:id`, options)

  app.post(uploadsPath, async (request, reply) => send(reply, await receive(request, begin(request))))

  app.head(`${uploadsPath}/:id`, async (request: Asked, reply) => {
    const { id } = await ownFile(request)
    return send(reply, await tus({ method: 'HEAD', id, headers: request.headers }))
  })

  app.patch(`${uploadsPath}/:id`, async (request: Asked, reply) => send(reply, await receive(request, append(request))))

  app.delete(`${uploadsPath}/:id`, async (request: Asked, reply) => {
    const file = await ownFile(request)
    const { id } = file
    if (!(await markDeleting(db, id))) {
      // a second request to delete it: only the first one gives back what was not sent
      await ownFile(request)
      throw new Refusal('wrong-state', { detail: 'Этот файл уже используется. Сначала уберите его оттуда.' })
    }
    const { headers } = request
    // by tus, both: a connection that still sends, or hangs, has to let go of the upload first
    const received = async () => offsetIn(await tus({ method: 'HEAD', id, headers }))
    const unsent = file.status === 'uploading' ? file.size - (await received().catch(() => 0)) : 0
    // at once: if what follows fails, the sweep deletes the file and gives nothing back
    await giveBackUploadQuota(db, file, unsent)
    const response = await tus({ method: 'DELETE', id, headers })
    await removeFile(db, files, id)
    return send(reply, response)
  })
}
