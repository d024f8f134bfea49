import type { FastifyInstance } from 'fastify'

/**
 * While the process is about to stop, each response asks for its connection to be closed: the next request of the
 * caller comes on a new one, which a proxy opens to another process.
 */
export const closeWhileDraining = (app: FastifyInstance, isDraining: () => boolean) => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // an event stream has no next request
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
}
