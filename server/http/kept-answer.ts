import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tag } from '#server/db/changes.ts'
import type { Kept } from '#server/db/kept.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is kept in memory until its rows change. */
    kept: Kept
  }
}

/** The ready bytes of a response, with the `ETag` that names them, and compressed as they were asked for. */
interface Answer {
  bytes: Buffer
  etag: string
  compressed: Map<Encoding, Promise<Buffer>>
}

/** The best first. A kept answer is compressed once, so it may take longer than others. */
const encodings = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}
type Encoding = keyof typeof encodings

/** Shorter answers are not compressed, in bytes. */
export const minCompressedBytes = 1024

/** Weak: compressed or not, it is the same answer. */
const etagOf = (bytes: Buffer) => `W/"${hash('sha1', bytes, 'base64url')}"`

const toAnswer = (body: unknown): Answer => {
  const bytes = Buffer.from(JSON.stringify(body))
  return { bytes, etag: etagOf(bytes), compressed: new Map() }
}

/** Returns the kept answer, or builds it and keeps it while changes of its rows are reported. */
export const readAnswer = async (
  { server: { kept }, isCaughtUp }: FastifyRequest,
  { key, tags, build }: { key: string; tags: () => readonly Tag[]; build: () => Promise<unknown> },
): Promise<Answer> => {
  const buildAnswer = async () => toAnswer(await build())
  if (!isCaughtUp) return buildAnswer()
  const known = kept.find(key) as Answer | undefined
  return known ?? kept.build({ key, tags: tags(), build: buildAnswer, bytesOf: ({ bytes }) => 2 * bytes.length })
}

/** The bytes in an encoding that the caller accepts; null to send them as they are. */
const compress = async ({ headers }: FastifyRequest, { bytes, compressed }: Answer) => {
  const accepted = headers['accept-encoding']
  if (!accepted || bytes.length < minCompressedBytes) return null
  const encoding = negotiate(String(accepted), Object.keys(encodings) as Encoding[])
  if (!encoding) return null
  const made = compressed.get(encoding) ?? encodings[encoding](bytes)
  compressed.set(encoding, made)
  return { encoding, bytes: await made }
}

/** Sends an answer, or 304 to a caller who has it already (RFC 9110, 13.1.2). */
export const sendAnswer = async (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
  reply.header('etag', answer.etag).header('vary', 'accept-encoding')
  const known = request.headers['if-none-match']
  if (known?.split(',').some((tag) => tag.trim() === answer.etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const compressed = await compress(request, answer)
  if (!compressed) return reply.send(answer.bytes)
  return reply.header('content-encoding', compressed.encoding).send(compressed.bytes)
}
