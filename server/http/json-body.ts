import { isUtf8 } from 'node:buffer'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

/** Max size of a call's body in bytes; files have their own limits. */
const bodyLimit = 2 * 1_048_576

/** Max depth of arrays and objects in each other; our own bodies need a tenth of it. */
const maxDepth = 100

/** Max number of arrays and objects; our own longest bodies, tables of the organisation, have a third of it. */
const maxParts = 200_000

/**
 * Max number of names of fields that an object has where the last one like it had another name, or none; numbers do not
 * count. Rows of one kind have none, however many there are.
 */
const maxOtherNames = 20_000

/** A number of up to nine digits: such a name is a place in a list, which takes no time to speak of. */
const isPlace = (name: string) => /^\d{1,9}$/.test(name)

/** The names of an object so far, in their order, and what has followed them: so V8 distinguishes objects, too. */
interface Shape {
  next: Map<string, Shape>
  /** The one that came last. */
  last: Shape | null
  /** That of the objects in this field. */
  inside: Shape | null
}

const newShape = (): Shape => ({ next: new Map(), last: null, inside: null })

/**
 * Whether to parse a body could keep the process busy for some tenths of a second: two megabytes of brackets, or of
 * objects each with other names than the one before, or the same names in another order.
 */
const isTooHard = (text: string) => {
  const around: Shape[] = []
  let shape = newShape()
  let parts = 0
  let otherNames = 0
  let begin = -1
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charCodeAt(place)
    if (char === 0x22) {
      const name = begin >= 0 && isBeforeColon(text, place) ? text.slice(begin, place) : null
      begin = begin < 0 ? place + 1 : -1
      if (name === null || isPlace(name)) continue
      const next = shape.next.get(name) ?? newShape()
      if (next !== shape.last) {
        otherNames += 1
        if (otherNames > maxOtherNames) return true
        shape.next.set(name, next)
        shape.last = next
      }
      shape = next
    } else if (begin >= 0) {
      // the character after a backslash ends no text
      if (char === 0x5c) place += 1
    } else if (char === 0x5b || char === 0x7b) {
      parts += 1
      around.push(shape)
      if (around.length > maxDepth || parts > maxParts) return true
      if (char === 0x7b) shape = shape.inside ??= newShape()
    } else if (char === 0x5d || char === 0x7d) shape = around.pop() ?? shape
  }
  return false
}

/** Whether the next sign after a place, but for spaces, is a colon. */
const isBeforeColon = (text: string, place: number) => {
  let next = place + 1
  while (text.charCodeAt(next) <= 0x20) next += 1
  return text.charCodeAt(next) === 0x3a
}

/** Longer bodies are parsed with pauses, so that other requests wait less. */
const longText = 100_000

const parse = async (text: string): Promise<unknown> => {
  if (text.trim() === '') return undefined
  const pause = () => (text.length > longText ? turn() : undefined)
  await pause()
  if (isTooHard(text)) throw new Refusal('broken-json')
  await pause()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal('broken-json')
  }
  await pause()
  return body
}

/** Only JSON bodies are accepted; an empty one is no body. */
export const readJsonBodies = (app: FastifyInstance) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/,
    { parseAs: 'buffer', bodyLimit },
    // decoding would replace what is not UTF-8, and lose what was typed
    async (_request: unknown, body: Buffer) => {
      if (!isUtf8(body)) throw new Refusal('broken-json')
      return parse(body.toString())
    },
  )
}
