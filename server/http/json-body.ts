import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

/** Max size of a call's body in bytes; files have their own limits. */
export const bodyLimit = 2 * 1_048_576

const parse = (text: string): unknown => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('broken-json')
  }
}

/** Only JSON bodies are accepted; an empty one is no body. */
export const readJsonBodies = (app: FastifyInstance) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/,
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, text: string) => parse(text),
  )
}
