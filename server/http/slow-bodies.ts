import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { refuseUnreadable } from '#server/http/unreadable-request.ts'

/** How long a body may make no progress, in milliseconds. An upload may pause; without a byte its sender is gone. */
const timeoutsMs = { call: 60_000, upload: 120_000 }

/** Min progress in bytes: a call is small, and a slow one only holds its connection. */
const minProgress = { call: 65_536, upload: 1 }

/** How often bodies are checked, in milliseconds. */
const checkIntervalMs = 1000

/** How long the client has to read the refusal, in milliseconds. */
const refusalTimeMs = 3000

interface Receiving {
  request: FastifyRequest
  reply: FastifyReply
  socket: Socket
  /** Bytes of the connection at its last progress, and the moment of it. */
  seen: number
  since: number
}

const uploadTypes = /^(multipart\/|application\/offset\+octet-stream)/i

/** Files may take any time while the client still waits for the response. */
const kindOf = ({ request, reply }: Receiving) =>
  !reply.sent && uploadTypes.test(request.headers['content-type'] ?? '') ? 'upload' : 'call'

/** Refuses requests whose body has stopped or makes too little progress: 408, and closes the connection. */
export const cutSlowBodies = (app: FastifyInstance, refuse: ReturnType<typeof refuseUnreadable>) => {
  const receiving = new Set<Receiving>()

  app.addHook('onRequest', (request, reply, done) => {
    const { headers, socket } = request.raw
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && socket instanceof Socket)
      receiving.add({ request, reply, socket, seen: socket.bytesRead, since: performance.now() })
    done()
  })

  const cut = ({ reply, socket }: Receiving) => {
    if (reply.raw.headersSent) return void socket.destroy()
    refuse(Object.assign(new Error('The body is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    setTimeout(() => socket.destroy(), refusalTimeMs).unref()
  }

  const look = () => {
    const now = performance.now()
    for (const body of receiving) {
      const { request, socket } = body
      const kind = kindOf(body)
      if (request.raw.complete || socket.destroyed) receiving.delete(body)
      else if (socket.bytesRead - body.seen >= minProgress[kind])
        Object.assign(body, { seen: socket.bytesRead, since: now })
      else if (now - body.since >= timeoutsMs[kind]) {
        receiving.delete(body)
        cut(body)
      }
    }
  }
  const looking = setInterval(look, checkIntervalMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
