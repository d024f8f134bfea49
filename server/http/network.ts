import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * The network that limits apply to: an IPv4 address as it is, an IPv6 one by its /64, which belongs to one subscriber
 * (RFC 6177), who can use any of its addresses.
 */
export const networkOf = (address: string): string => {
  const ip = ipaddr.process(address)
  if (ip.kind() === 'ipv4') return ip.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString().split('%')[0]}/64`)}/64`
}

/** The valid addresses at the end of a list, where the nearest proxy adds its own. */
const addressesAtEnd = (header: string) => {
  const entries = header.split(',').map((entry) => entry.trim())
  return entries.slice(entries.findLastIndex((entry) => isIP(entry) === 0) + 1)
}

/**
 * Drops everything from `X-Forwarded-For` that is no address: `request.ip` is what is left, or the caller's own
 * address.
 */
export const readForwardedAddresses = (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers['x-forwarded-for']
    if (given === undefined) return done()
    const addresses = addressesAtEnd(String(given))
    if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
    else delete headers['x-forwarded-for']
    done()
  })
}
