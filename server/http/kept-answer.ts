import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
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

/** The names of `Content-Encoding`, the best first; `identity` is what is not compressed (RFC 9110, 8.4.1). */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]
type Form = Encoding | 'identity'

/**
 * The ready bytes of a response, with the tag that names them (`ETag`, in its quotes). Once somebody has asked for compressed
 * ones, only those are kept: a fifth of the memory or less, and nearly everybody asks for them.
 */
interface Answer {
  /** Its key among what is kept; null when it never is. */
  key: string | null
  /** The type of its content. */
  type: string
  etag: string
  /** The length without compression, in bytes. */
  length: number
  /** One or more forms of the same bytes. */
  forms: Map<Form, Buffer>
  /** The forms that are being made. */
  making: Map<Form, Promise<Buffer>>
}

/** A copy that takes no more memory than its bytes: a short buffer is part of a larger one. */
const exactly = (bytes: Buffer) => {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** A kept answer is compressed once, so it may take longer than others. */
const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}
const decompressors = { br: promisify<Buffer, Buffer>(brotliDecompress), gzip: promisify<Buffer, Buffer>(gunzip) }

/** Shorter answers are not compressed, in bytes. */
export const minCompressedBytes = 1024

const tagged = (bytes: Buffer, type: string, key: string | null): Answer => ({
  key,
  type,
  etag: `"${hash('sha1', bytes, 'base64url')}"`,
  length: bytes.length,
  forms: new Map([['identity', bytes]]),
  making: new Map(),
})

/** The answer with a text; it is not kept. */
export const toAnswer = (text: string, type: string): Answer => tagged(exactly(Buffer.from(text)), type, null)

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

const bytesOf = ({ forms }: Answer) => [...forms.values()].reduce((sum, { length }) => sum + length, 0)

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
      return tagged(bytes, type, recipe.key)
    },
    bytesOf,
  })
}

/** The form that the caller accepts. */
const formFor = ({ headers }: FastifyRequest, { length }: Answer) => {
  const accepted = headers['accept-encoding']
  if (!accepted || length < minCompressedBytes) return 'identity'
  return (negotiate(String(accepted), [...encodings]) as Encoding | null) ?? 'identity'
}

/** The bytes without compression, from a form that is there. */
const decompress = async ({ forms }: Answer) => {
  const encoding = encodings.find((one) => forms.has(one)) as Encoding
  return decompressors[encoding](forms.get(encoding) as Buffer)
}

/** Compresses an answer, which from then on has no other bytes than compressed ones. */
const compress = async ({ kept }: FastifyInstance, answer: Answer, encoding: Encoding) => {
  const plain = answer.forms.get('identity') ?? (await decompress(answer))
  const compressed = exactly(await compressors[encoding](plain))
  answer.forms.set(encoding, compressed).delete('identity')
  if (answer.key !== null) kept.measure(answer.key)
  return compressed
}

/** The bytes in a form; a missing one is made once for all callers who wait for it. */
const formOf = (app: FastifyInstance, answer: Answer, form: Form) => {
  const { forms, making } = answer
  const ready = forms.get(form) ?? making.get(form)
  if (ready) return ready
  const made = form === 'identity' ? decompress(answer) : compress(app, answer, form)
  const shared = made.finally(() => making.delete(form))
  making.set(form, shared)
  return shared
}

/** Sends an answer, or 304 to a caller who has it already (RFC 9110, 13.1.2). */
export const sendAnswer = async (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
  // weak: compressed or not, it is the same answer
  reply.header('etag', `W/${answer.etag}`).header('vary', 'accept-encoding')
  if (hasAlready(request, answer.etag)) return reply.code(304).send()
  const form = formFor(request, answer)
  // first the bytes: an error has no encoding
  const bytes = await formOf(request.server, answer, form)
  if (form !== 'identity') reply.header('content-encoding', form)
  return reply.type(answer.type).send(bytes)
}
