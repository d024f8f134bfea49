import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors, problem } from '#contract/http/errors.ts'
import { type FieldErrors, requestUrn } from '#contract/http/problem.ts'
import { AntivirusAway } from '#server/antivirus/clamd.ts'
import { codesOf, isDatabaseGone } from '#server/db/database-gone.ts'
import { Refusal } from '#server/http/refusal.ts'
import { describeRequest } from '#server/http/request-log.ts'
import { logFailure } from '#server/log-failure.ts'
import { noteRefusal } from '#server/security/note-refusal.ts'
import { isSpaceGone } from '#server/space-gone.ts'
import { StorageFailure } from '#server/storage/storage.ts'

/** Responds with a problem document. */
export const sendProblem = (
  reply: FastifyReply,
  code: ErrorCode,
  detail?: string,
  fields?: FieldErrors,
  members?: Record<string, unknown>,
) => {
  const body = problem(code, detail, fields, members)
  // a shared cache may keep a 404 by its own rules (RFC 9110 §15.1), such as that of a bundle of the next build
  reply.header('cache-control', 'no-store')
  return reply.code(body.status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body))
}

/** Fastify's own refusals that have a code of ours. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_REQ_FILE_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken-json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'broken-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'broken-json',
}

/** A row is missing that others refer to. */
const brokenReference = '23503'

/**
 * Whether a row that a new row refers to was deleted after it had been checked: nothing of ours has failed. Deleting a
 * row that others refer to has the same code, and is a failure; so is either where PostgreSQL does not speak English.
 */
const isReferredGone = (error: Error): boolean =>
  ('code' in error && error.code === brokenReference && error.message.startsWith('insert or update')) ||
  (error.cause instanceof Error && isReferredGone(error.cause))

/** When to try again what is away, in seconds: most of it is back by then. */
export const retrySeconds = 5

/** Logs a failure, and responds with a problem by whose `instance` the log has it. */
const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, code: ErrorCode) => {
  logFailure(request.log, error, describeRequest(request))
  if (errors[code].status === 503) reply.header('retry-after', retrySeconds)
  return sendProblem(reply, code, undefined, undefined, { instance: requestUrn(request.id) })
}

/** Every failure becomes a problem document; no internal details leave the server. */
export const handleErrors = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      noteRefusal(request, error)
      const retryAfter = error.retryAfter ?? (errors[error.code].status === 503 ? retrySeconds : undefined)
      if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
      return sendProblem(reply, error.code, error.detail, error.fields, error.members)
    }
    if (error instanceof AntivirusAway) return fail(request, reply, error, 'antivirus-away')
    if (error instanceof StorageFailure) return fail(request, reply, error, `storage-${error.reason}`)
    // the caller hung up while sending the body: nothing of ours has failed, and nobody reads this
    if (error === request.raw.errored) return sendProblem(reply, 'unreadable')
    const known = fastifyCodes[error.code]
    // the rest of a large body is read away, at the pace of `cutSlowBodies`: who still sends it when the connection
    // closes may never see the response
    if (known === 'too-large') reply.removeHeader('connection')
    if (known) return sendProblem(reply, known)
    if (isSpaceGone(error)) return fail(request, reply, error, 'no-space')
    if (isDatabaseGone(error)) return fail(request, reply, error, 'not-ready')
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      // such as a path that leads out of the folder of the bundles, or the method QUERY without a content type
      const isMissing = request.is404 || request.method === 'GET' || request.method === 'HEAD'
      return sendProblem(reply, isMissing ? 'not-found' : 'invalid')
    }
    if (isReferredGone(error)) return sendProblem(reply, 'conflict')
    return fail(request, reply, error, codesOf(error).includes(brokenReference) ? 'conflict' : 'internal')
  })
}
