import { isIP, type Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'
import { networkOf } from '#server/http/network.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Counts what is open, by network; leaves nothing behind for who has nothing open. */
const counter = (most: number) => {
  const open = new Map<string, number>()
  return {
    /** Takes a place; false when the network has as many as it may. */
    take: (network: string) => {
      const now = open.get(network) ?? 0
      if (now >= most) return false
      open.set(network, now + 1)
      return true
    },
    leave: (network: string) => {
      const rest = (open.get(network) ?? 0) - 1
      if (rest > 0) open.set(network, rest)
      else open.delete(network)
    },
  }
}

const isLoopback = (address: string) => ipaddr.process(address).range() === 'loopback'

/**
 * Bounds how many connections one network holds, so that none takes them all. All those of a proxy on this machine come
 * from one address: there it is the requests in progress that count, for whom the proxy asks.
 */
export const boundConnections = (
  app: FastifyInstance,
  { behindProxy, connectionsPerAddress }: Pick<Config, 'behindProxy' | 'connectionsPerAddress'>,
) => {
  const connections = counter(connectionsPerAddress)
  const requests = counter(connectionsPerAddress)
  const isProxy = (address: string) => behindProxy && isLoopback(address)

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    // who has hung up already has no address
    if (isIP(remoteAddress) === 0) return void socket.destroy()
    if (isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    if (!connections.take(network)) return void socket.destroy()
    socket.once('close', () => connections.leave(network))
  })

  const enter = (network: string, reply: FastifyReply) => {
    if (!requests.take(network)) {
      reply.header('connection', 'close')
      const detail = 'С вашего адреса сейчас слишком много запросов. Подождите немного и повторите.'
      throw new Refusal('too-many', { detail, retryAfter: 5 })
    }
    reply.raw.once('close', () => requests.leave(network))
  }
  app.addHook('onRequest', async (request, reply) => {
    if (isProxy(request.socket.remoteAddress ?? '')) enter(networkOf(request.ip), reply)
  })
}
