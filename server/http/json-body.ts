import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

/** Max size of a call's body in bytes; files have their own limits. */
const bodyLimit = 2 * 1_048_576

/** Max depth of arrays and objects in each other; our own bodies need a tenth of it. */
const maxDepth = 100

/** Max number of different names of fields, without numbers; our own longest bodies have some hundreds. */
const maxNames = 20_000

/** A number of up to nine digits: such a name is a place in a list, which takes no time to speak of. */
const isPlace = (name: string) => /^\d{1,9}$/.test(name)

/**
 * Whether to parse a body would keep the process busy for a fifth of a second: a million brackets, or 150,000 names that
 * are all different.
 */
const isTooHard = (text: string) => {
  const names = new Set<string>()
  let depth = 0
  let begin = -1
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charCodeAt(place)
    if (char === 0x22) {
      if (begin >= 0 && isBeforeColon(text, place)) {
        const name = text.slice(begin, place)
        if (!isPlace(name)) names.add(name)
      }
      if (names.size > maxNames) return true
      begin = begin < 0 ? place + 1 : -1
    } else if (begin >= 0) {
      // the character after a backslash ends no text
      if (char === 0x5c) place += 1
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (char === 0x5d || char === 0x7d) depth -= 1
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
    { parseAs: 'string', bodyLimit },
    (_request: unknown, text: string) => parse(text),
  )
}
