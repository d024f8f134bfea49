import { isIP, type Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'
import { networkOf } from '#server/http/network.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Counts open connections or requests by network; keeps nothing for networks without any. */
const counter = (max: number) => {
  const open = new Map<string, number>()
  return {
    /** Takes a place; false when the network has used all of its places. */
    take: (network: string) => {
      const now = open.get(network) ?? 0
      if (now >= max) return false
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

/** Whether an IP address is this machine's own. */
export const isLoopback = (address: string) => ipaddr.process(address).range() === 'loopback'

/**
 * Limits how many connections one network holds, so that it cannot take them all. All connections of a proxy on this
 * machine come from one address: there the limit applies to requests in progress, by the client's network.
 */
export const boundConnections = (
  app: FastifyInstance,
  { behindProxy, connectionsPerAddress, workers }: Pick<Config, 'behindProxy' | 'connectionsPerAddress' | 'workers'>,
) => {
  // connections are dealt to the processes one after another
  const share = Math.ceil(connectionsPerAddress / workers)
  const connections = counter(share)
  const requests = counter(share)
  const isProxy = (address: string) => behindProxy && isLoopback(address)

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    // a socket that is already closed has no address
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
  app.addHook('onRequest', (request, reply, done) => {
    if (isProxy(request.socket.remoteAddress ?? '')) enter(networkOf(request.ip), reply)
    done()
  })
}
