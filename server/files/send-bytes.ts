import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { hasAlready } from '#server/http/has-already.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { ByteRange } from '#server/storage/storage.ts'

/** What is sent and how it is told apart from what stood there before. */
export interface Sent {
  /** In bytes. */
  size: number
  /** Names these bytes and no others. */
  tag: string
  /** When they came, ISO 8601; only said where it is known. */
  modified?: string
  cacheControl: string
  /** What else is said of them. */
  headers: Record<string, string>
  open: (range?: ByteRange) => Promise<Readable | null>
}

/** The one part that is asked for; null for everything, also when several parts are asked for. */
const askedRange = ({ headers, method }: FastifyRequest, size: number, etag: string, modified: string | undefined) => {
  const { range, 'if-range': condition } = headers
  if (!range || method !== 'GET') return null
  // a part of other bytes than these would not fit to what is there
  if (typeof condition === 'string' && condition !== etag && condition !== modified) return null
  // the last bytes of fewer are all of them; the parser finds that there are none
  if (Number(/^bytes=-(\d{1,15})$/.exec(range)?.[1] ?? 0) > size) return null
  const parts = parseRange(size, range)
  if (parts === -1) return 'none' as const
  return parts !== -2 && parts.type === 'bytes' && parts.length === 1 ? (parts[0] as ByteRange) : null
}

/** Answers GET and HEAD with bytes: whole or a part, or that the client has them already. 404 when they are not there. */
export const sendBytes = async (request: FastifyRequest, reply: FastifyReply, sent: Sent) => {
  const { size, open } = sent
  const etag = `"${sent.tag}"`
  const modified = sent.modified && new Date(sent.modified).toUTCString()
  const common = {
    etag,
    ...(modified ? { 'last-modified': modified } : {}),
    'accept-ranges': 'bytes',
    'cache-control': sent.cacheControl,
    // with 304, too: what it says of the bytes replaces what a cache had kept
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
