import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { DeliveryError } from '#contract/webhooks/webhook-events.ts'
import { mayReach, type Outgoing } from '#server/outgoing-hosts.ts'

/** Max time of a request, in milliseconds: others wait behind it. */
const maxTimeMs = 5000

/** Whether an IP address belongs to the open internet; with `loopback` also to this machine. */
const isOpen = (address: string, loopback: boolean) => {
  // an IPv4 address within an IPv6 one is judged as itself
  const range = ipaddr.process(address.split('%')[0] as string).range()
  return range === 'unicast' || (loopback && range === 'loopback')
}

class PrivateAddress extends Error {}

/** Resolves a name, and refuses it when one of its addresses is not open: what is checked is what is connected to. */
export const checkedLookup =
  (loopback: boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      if (!addresses.every(({ address }) => isOpen(address, loopback))) return done(new PrivateAddress(), [])
      if (options.all) return done(null, addresses)
      const { address, family } = addresses[0] as LookupAddress
      return done(null, address, family)
    })
  }

/** A host as a URL has it, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Why nothing may be sent to this address; null when it may. Names are judged when they are resolved. */
export const targetFault = (url: URL, { loopback }: { loopback: boolean }) => {
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) return 'insecure'
  if (url.username || url.password) return 'credentials'
  return isIP(hostOf(url)) && !isOpen(hostOf(url), loopback) ? 'private' : null
}

const connectionErrors: Record<string, DeliveryError> = {
  ENOTFOUND: 'no-address',
  EAI_AGAIN: 'no-address',
  ABORT_ERR: 'too-slow',
}

const errorOf = (error: NodeJS.ErrnoException): DeliveryError => {
  if (error instanceof PrivateAddress) return 'private-address'
  const code = error.code ?? ''
  if (/CERT|ALTNAME|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/.test(code)) return 'bad-certificate'
  return connectionErrors[code] ?? 'no-connection'
}

/** The outcome of a request: its status, and why it failed. */
interface Outcome {
  http_status: number | null
  error: DeliveryError | null
}

/**
 * Posts JSON to an address that somebody has written, never into a private network: the addresses of a name are checked
 * and connected to in one step, so that it cannot change in between. Follows no redirect and reads no response but its
 * status. Throws nothing.
 */
export const postSafely = (
  url: URL,
  {
    body,
    headers,
    loopback,
    outgoing,
  }: { body: string; headers: Record<string, string>; loopback: boolean; outgoing: Outgoing },
) =>
  new Promise<Outcome>((resolve) => {
    const fail = (error: DeliveryError) => resolve({ http_status: null, error })
    if (targetFault(url, { loopback })) return fail('private-address')
    if (!mayReach(outgoing, url)) return fail('not-listed')
    const post = url.protocol === 'https:' ? httpsRequest : httpRequest
    const sent = post(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        lookup: checkedLookup(loopback),
        agent: false,
        signal: AbortSignal.timeout(maxTimeMs),
      },
      (response) => {
        const { statusCode = 0 } = response
        resolve({ http_status: statusCode, error: statusCode >= 200 && statusCode < 300 ? null : 'bad-status' })
        response.destroy()
      },
    )
    sent.on('error', (error) => fail(errorOf(error)))
    // a response that switches to another protocol ends here alone: without it the message would never be done
    sent.on('close', () => fail('no-connection'))
    sent.end(body)
  })
