import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { hasAlready } from '#server/http/has-already.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { ByteRange } from '#server/storage/storage.ts'

/** The bytes to send and how to tell them apart from earlier ones under the same address. */
export interface Sent {
  /** In bytes. */
  size: number
  /** Identifies exactly these bytes. */
  tag: string
  /** ISO 8601; only sent where it is known. */
  modified?: string
  cacheControl: string
  /** Other headers. */
  headers: Record<string, string>
  open: (range?: ByteRange) => Promise<Readable | null>
}

/** The one range that is requested; null for the whole, also when several ranges are requested. */
const askedRange = ({ headers, method }: FastifyRequest, size: number, etag: string, modified: string | undefined) => {
  const { range, 'if-range': condition } = headers
  if (!range || method !== 'GET') return null
  // a range of other bytes would not fit these
  if (typeof condition === 'string' && condition !== etag && condition !== modified) return null
  // a suffix longer than the file means the whole file; the parser would find nothing
  if (Number(/^bytes=-(\d{1,15})$/.exec(range)?.[1] ?? 0) > size) return null
  const parts = parseRange(size, range)
  if (parts === -1) return 'none' as const
  return parts !== -2 && parts.type === 'bytes' && parts.length === 1 ? (parts[0] as ByteRange) : null
}

/**
 * Responds to GET and HEAD with bytes: the whole, a range, or 304 when the client has them. 404 when there are none.
 */
export const sendBytes = async (request: FastifyRequest, reply: FastifyReply, sent: Sent) => {
  const { size, open } = sent
  const etag = `"${sent.tag}"`
  const modified = sent.modified && new Date(sent.modified).toUTCString()
  const common = {
    etag,
    ...(modified ? { 'last-modified': modified } : {}),
    'accept-ranges': 'bytes',
    'cache-control': sent.cacheControl,
    // sent with 304, too: these headers replace what a cache had kept
    ...sent.headers,
  }
  if (hasAlready(request, etag, modified)) return reply.code(304).headers(common).send()
  const range = askedRange(request, size, etag, modified)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const bytes = request.method === 'HEAD' ? undefined : await open(range ?? undefined)
  if (bytes === null) throw new Refusal('not-found')
  reply.headers({ ...common, 'content-length': range ? range.end - range.start + 1 : size })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.send(bytes)
}
