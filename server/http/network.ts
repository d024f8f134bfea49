import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * What limits count an address by: an IPv4 address as it is, an IPv6 one by its /64, which one subscriber has to
 * themselves (RFC 6177) and can take any number of addresses from.
 */
export const networkOf = (address: string): string => {
  const ip = ipaddr.process(address)
  if (ip.kind() === 'ipv4') return ip.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString().split('%')[0]}/64`)}/64`
}

/** Of a list of addresses only what is one, from the end, where the nearest proxy adds its own. */
const addressesAtEnd = (header: string) => {
  const entries = header.split(',').map((entry) => entry.trim())
  return entries.slice(entries.findLastIndex((entry) => isIP(entry) === 0) + 1)
}

/** Lets `X-Forwarded-For` name addresses and nothing else: `request.ip` is what is left of it, or the caller's own. */
export const readForwardedAddresses = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for']
    if (given === undefined) return
    const addresses = addressesAtEnd(String(given))
    if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
    else delete headers['x-forwarded-for']
  })
}
