import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tag } from '#server/db/changes.ts'
import type { Kept } from '#server/db/kept.ts'
import { hasAlready } from '#server/http/has-already.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is kept in memory until its rows change. */
    kept: Kept
  }
}

/** The ready bytes of a response, with the tag that names them (`ETag`, in its quotes), and compressed as they were asked for. */
interface Answer {
  bytes: Buffer
  etag: string
  compressed: Map<Encoding, Promise<Buffer>>
}

/** A copy that takes no more memory than its bytes: a short buffer is part of a larger one. */
const exactly = (bytes: Buffer) => {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** The best first. A kept answer is compressed once, so it may take longer than others. */
const encodings = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}
type Encoding = keyof typeof encodings

/** Shorter answers are not compressed, in bytes. */
export const minCompressedBytes = 1024

const toAnswer = (body: unknown): Answer => {
  const bytes = exactly(Buffer.from(JSON.stringify(body)))
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"`, compressed: new Map() }
}

/** Returns the kept answer, or builds it and keeps it while changes of its rows are reported. */
export const readAnswer = (
  { server: { kept }, isCaughtUp }: FastifyRequest,
  { key, tags, build }: { key: string; tags: readonly Tag[]; build: () => Promise<unknown> },
): Promise<Answer> =>
  kept.read(isCaughtUp, {
    key,
    tags,
    build: async () => toAnswer(await build()),
    bytesOf: ({ bytes }) => 2 * bytes.length,
  })

/** The bytes in an encoding that the caller accepts; null to send them as they are. */
const compress = async ({ headers }: FastifyRequest, { bytes, compressed }: Answer) => {
  const accepted = headers['accept-encoding']
  if (!accepted || bytes.length < minCompressedBytes) return null
  const encoding = negotiate(String(accepted), Object.keys(encodings) as Encoding[])
  if (!encoding) return null
  const made = compressed.get(encoding) ?? encodings[encoding](bytes).then(exactly)
  compressed.set(encoding, made)
  try {
    return { encoding, bytes: await made }
  } catch (error) {
    compressed.delete(encoding)
    throw error
  }
}

/** Sends an answer, or 304 to a caller who has it already (RFC 9110, 13.1.2). */
export const sendAnswer = async (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
  // weak: compressed or not, it is the same answer
  reply.header('etag', `W/${answer.etag}`).header('vary', 'accept-encoding')
  if (hasAlready(request, answer.etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const compressed = await compress(request, answer)
  if (!compressed) return reply.send(answer.bytes)
  return reply.header('content-encoding', compressed.encoding).send(compressed.bytes)
}
