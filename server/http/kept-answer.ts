import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hourMs } from '#contract/durations.ts'
import type { BuiltFrom, Kept } from '#server/db/kept.ts'
import { hasAlready } from '#server/http/has-already.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is kept in memory until its rows change. */
    kept: Kept
  }
}

/**
 * The ready bytes of a response, with the tag that names them (`ETag`, in its quotes), and compressed as they were
 * asked for.
 */
interface Answer {
  /** The type of its content. */
  type: string
  bytes: Buffer
  etag: string
  compressed: Map<Encoding, Promise<Buffer>>
}

/** A copy that takes no more memory than its bytes: a short buffer is part of a larger one. */
const exactly = (bytes: Buffer) => {
  if (bytes.buffer.byteLength === bytes.length) return bytes
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

const tagged = (bytes: Buffer, type: string): Answer => ({
  type,
  bytes,
  compressed: new Map(),
  etag: `"${hash('sha1', bytes, 'base64url')}"`,
})

/** The answer with a text. */
export const toAnswer = (text: string, type: string): Answer => tagged(exactly(Buffer.from(text)), type)

/** The text of an answer. */
export interface AnswerText {
  text: string
  /** False when something has failed that the next one need not repeat. */
  isComplete?: boolean
}

/** An answer that may be kept, and what it is built from. */
interface KeptAnswer<Built extends AnswerText | null> extends BuiltFrom {
  key: string
  type: string
  build: () => Promise<Built>
}

const moments = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g

/**
 * When an answer built at `builtAt` may become another one without a change of a row: at the next moment that it
 * contains, such as the end of a lease, and at the end of the hour. Both in milliseconds since 1970. One that contains
 * the moment of its building is another one at once.
 */
const validUntil = (text: string, builtAt: number) => {
  // links to files stay the same for an hour, and the age of a child changes at midnight (UTC)
  let earliest = (Math.floor(builtAt / hourMs) + 1) * hourMs
  for (const [, moment = ''] of text.matchAll(moments)) {
    const at = Date.parse(moment)
    if (at >= builtAt && at < earliest) earliest = at
  }
  return earliest
}

/** In characters: with less to look through and to tag, others need no turn in between. */
const longText = 500_000

/** Returns the kept answer, or builds it and keeps it while changes of its rows are reported; null is not kept. */
export const readAnswer = <Built extends AnswerText | null>(
  { kept }: FastifyInstance,
  isCaughtUp: boolean,
  { type, build, ...recipe }: KeptAnswer<Built>,
) => {
  const builtAt = Date.now()
  return kept.read(isCaughtUp, {
    ...recipe,
    build: async (endAt) => {
      const built = await build()
      if (built === null) return built as Extract<Built, null>
      const { text, isComplete = true } = built
      const rest = async () => {
        if (text.length > longText) await turn()
      }
      await rest()
      endAt(isComplete ? validUntil(text, builtAt) : 0)
      await rest()
      const bytes = exactly(Buffer.from(text))
      await rest()
      return tagged(bytes, type)
    },
    bytesOf: ({ bytes }) => 2 * bytes.length,
  })
}

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
  reply.type(answer.type)
  const compressed = await compress(request, answer)
  if (!compressed) return reply.send(answer.bytes)
  return reply.header('content-encoding', compressed.encoding).send(compressed.bytes)
}
