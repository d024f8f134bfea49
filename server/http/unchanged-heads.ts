import type { FastifyInstance, onSendHookHandler } from 'fastify'

/** Fastify counts the bytes that a GET would have sent; of a 304 without any it would say that there are none. */
const withoutLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

/** Responses of 304 to HEAD have no `content-length` (RFC 9110, 8.6), as those to GET. */
export const sendUnchangedHeads = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), withoutLength]
  })
}
