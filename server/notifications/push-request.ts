import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that no push service is in: this machine, the school's own, and what the clouds keep their secrets at. */
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, prefix)
}
/** The same of IPv6; in one list with those of IPv4, it would be compared with them as well. */
const privateNetworks6 = new BlockList()
// only global unicast (2000::/3) is public, and of that not what contains an address of IPv4
privateNetworks6.addSubnet('::', 3, 'ipv6')
privateNetworks6.addSubnet('4000::', 2, 'ipv6')
privateNetworks6.addSubnet('8000::', 1, 'ipv6')
privateNetworks6.addSubnet('2001::', 32, 'ipv6')
privateNetworks6.addSubnet('2002::', 16, 'ipv6')

/** Whether an IP address is none of a public network. */
export const isPrivateAddress = (address: string) =>
  isIP(address) === 6 ? privateNetworks6.check(address, 'ipv6') : privateNetworks.check(address)

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether messages may be sent there at all: to a public address by https. What a name resolves to is checked later.
 */
export const isPublicEndpoint = (endpoint: string) => {
  const { protocol, hostname, username, password } = new URL(endpoint)
  const host = bare(hostname)
  if (protocol !== 'https:' || username || password) return false
  return isIP(host)
    ? !isPrivateAddress(host)
    : host.includes('.') && !/\.(local|localhost|internal|lan|home)$/i.test(host)
}

/** Refuses names of private addresses at the moment of connecting, so that a name cannot be changed after a check. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const open = addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = open
    if (!first) return callback(Object.assign(new Error(`${hostname} is no public address`), { code: 'EACCES' }), [])
    return options.all ? callback(null, open) : callback(null, first.address, first.family)
  })
}

/** How long a push service may take, in milliseconds. */
const timeoutMs = 10_000

/**
 * Sends a request to a push service and returns its status; the response's body is not read. Throws where there is no
 * response. Redirects are not followed.
 */
export const postPush = (
  endpoint: string,
  { headers, body, anywhere }: { headers: Record<string, string | number>; body: Buffer; anywhere: boolean },
) =>
  new Promise<number>((resolve, reject) => {
    const url = new URL(endpoint)
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': body.length },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(anywhere ? {} : { lookup: publicLookup }),
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    // a response that switches to another protocol ends here alone: without it everybody else's messages would wait
    request.on('close', () => reject(new Error('closed without a response')))
    request.end(body)
  })
