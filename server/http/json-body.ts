import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

/** Largest body of a call in bytes; files have limits of their own. */
export const bodyLimit = 2 * 1_048_576

const parse = (text: string): unknown => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('broken-json')
  }
}

/** JSON is the only language of a body; an empty one is no body. */
export const readJsonBodies = (app: FastifyInstance) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/,
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, text: string) => parse(text),
  )
}
