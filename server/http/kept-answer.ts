import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tag } from '#server/db/changes.ts'
import type { Kept } from '#server/db/kept.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is kept in memory until its rows change. */
    kept: Kept
  }
}

/** The ready bytes of a response, with the `ETag` that names them. */
interface Answer {
  bytes: Buffer
  etag: string
}

/** Weak: compressed or not, it is the same answer. */
const etagOf = (bytes: Buffer) => `W/"${hash('sha1', bytes, 'base64url')}"`

const toAnswer = (body: unknown): Answer => {
  const bytes = Buffer.from(JSON.stringify(body))
  return { bytes, etag: etagOf(bytes) }
}

/** Returns the kept answer, or builds it and keeps it while changes of its rows are reported. */
export const readAnswer = async (
  { server: { kept }, isCaughtUp }: FastifyRequest,
  { key, tags, build }: { key: string; tags: () => readonly Tag[]; build: () => Promise<unknown> },
): Promise<Answer> => {
  const buildAnswer = async () => toAnswer(await build())
  if (!isCaughtUp) return buildAnswer()
  const known = kept.find(key) as Answer | undefined
  return known ?? kept.build({ key, tags: tags(), build: buildAnswer, bytesOf: ({ bytes }) => bytes.length })
}

/** Sends an answer, or 304 to a caller who has it already (RFC 9110, 13.1.2). */
export const sendAnswer = (request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Answer) => {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (known?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}
