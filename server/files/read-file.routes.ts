import { create as disposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FileId } from '#contract/files/files.schema.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isFileLink, isForgedLink, type PictureVariant, pictureWidths } from '#server/files/file-link.ts'
import { canSeeFile } from '#server/files/file-owners.ts'
import { findFile, isScan } from '#server/files/files.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { sendBytes } from '#server/files/send-bytes.ts'
import { typeWithCharset } from '#server/files/text-charset.ts'
import { filmCopyKey, filmHeightOf } from '#server/films/film-copies.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { asFile } from '#server/http/security-headers.ts'
import { variantKey } from '#server/pictures/pictures.ts'

/** What a browser displays and cannot run; everything else is only ever downloaded. */
const shown = /^(image\/(a?png|jpeg|webp|gif|avif)|(video|audio)\/[\w.+-]+|application\/pdf|text\/plain)$/

/** What the browser opens in its own player or viewer, which does not work in a sandbox. */
const played = /^(video|audio)\/|^application\/pdf$/

/** A file opened as a page is a stranger's page: it runs nothing and reads nothing of the site. */
const pagePolicy = (type: string) =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ...(type === 'application/pdf' ? ["object-src 'self'"] : []),
    ...(played.test(type) ? [] : ['sandbox']),
  ].join('; ')

interface FileQuery {
  expires?: string
  signature?: string
  download?: string
}
type Asked = FastifyRequest<{ Params: { id: string; variant?: string }; Querystring: FileQuery }>

/** Types that browsers run as a script (WHATWG, MIME Sniffing, § 4.6): a file is never sent as one. */
const runs = /^(text|application)\/(x-)?(java|ecma|live|j)script/

/** `sent` is the type with its character set. */
const headersOf = (name: string, { type, sent = type }: { type: string; sent?: string }, { download }: FileQuery) => ({
  'content-type': runs.test(type) ? 'application/octet-stream' : sent,
  'content-disposition': disposition(name, {
    type: shown.test(type) && download === undefined ? 'inline' : 'attachment',
  }),
  'content-security-policy': pagePolicy(type),
})

/** What may be a paper consent (`scanCheck`). */
const scanned = /^(image\/|application\/pdf$)/

/**
 * A link can be cached while it is valid; a bare address must be revalidated every time, as the file may no longer be
 * public. Paper consents are kept by no device.
 */
const cacheControlOf = async (db: Db, { expires }: FileQuery, { id, type }: FileRecord) => {
  if (expires === undefined) return 'private, no-cache'
  if (scanned.test(type) && (await isScan(db, id))) return 'no-store'
  return `private, max-age=${Math.floor(Number(expires) - Date.now() / 1000)}, immutable`
}

/** A smaller copy of a file by its name; null when no such file has one. */
const copyOf = ({ id, name, type, width, created_at: modified }: FileRecord, variant: string) => {
  if (width !== null && Object.hasOwn(pictureWidths, variant)) {
    return { key: variantKey(id, variant as PictureVariant), name: `${name}.webp`, type: 'image/webp', modified }
  }
  const height = type.startsWith('video/') ? filmHeightOf(variant) : undefined
  return height ? { key: filmCopyKey(id, height), name: `${name}.mp4`, type: 'video/mp4', modified } : null
}

/** Reading files: by a signed link, or by the bare address what a guest may see. */
export const readFileRoutes = (app: FastifyInstance, { db, files }: Pick<Deps, 'db' | 'files'>) => {
  const readable = async ({ params, query }: Asked): Promise<FileRecord> => {
    const file = FileId.safeParse(params.id).success ? await findFile(db, params.id) : null
    const ready = found(file, ({ status }) => status === 'ready')
    if (query.signature === undefined && query.expires === undefined) {
      if (await canSeeFile(db, null, ready)) return ready
      throw new Refusal('not-found')
    }
    if (isFileLink(ready, query)) return ready
    const noted = isForgedLink(ready, query) ? ({ kind: 'wrong-link', user_id: 'acting' } as const) : undefined
    throw new Refusal('file-link-expired', noted && { noted })
  }

  const serve = async (request: Asked, reply: FastifyReply) => {
    const file = await readable(request)
    const { id, name, type, size, created_at } = file
    const sent = await typeWithCharset(files, file)
    return sendBytes(request, reply, {
      size,
      tag: id,
      modified: created_at,
      cacheControl: await cacheControlOf(db, request.query, file),
      headers: headersOf(name, { type, sent }, request.query),
      open: (range) => files.read(id, range),
    })
  }

  const serveVariant = async (request: Asked, reply: FastifyReply) => {
    const { variant = '' } = request.params
    const file = await readable(request)
    const copy = found(copyOf(file, variant))
    const size = await files.size(copy.key)
    // there is no copy of a picture that is not wider itself, or that is animated
    if (size === null) return serve(request, reply)
    return sendBytes(request, asFile(reply), {
      size,
      tag: copy.key,
      modified: copy.modified,
      cacheControl: await cacheControlOf(db, request.query, file),
      headers: headersOf(copy.name, copy, request.query),
      open: (range) => files.read(copy.key, range),
    })
  }

  app.register(async (reading) => {
    const open = new Set<FastifyReply>()
    reading.addHook('onRequest', async (_request, reply) => {
      open.add(reply)
      // a refusal must not be cached
      reply.header('cache-control', 'no-store')
    })
    reading.addHook('onResponse', async (_request, reply) => {
      open.delete(reply)
    })
    // somebody who watches a film must not keep the site from stopping: the browser requests the rest of it
    reading.addHook('preClose', async () => {
      for (const { raw } of open) raw.destroy()
    })
    for (const method of ['HEAD', 'GET'] as const) {
      // compressed bytes cannot be requested in ranges
      reading.route({ method, url: '/files/:id', compress: false, handler: serve })
      reading.route({ method, url: '/files/:id/:variant', compress: false, handler: serveVariant })
    }
  })
}
