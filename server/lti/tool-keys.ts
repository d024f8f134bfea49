import { createPublicKey } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { minuteMs } from '#contract/durations.ts'
import type { Config } from '#server/config.ts'
import type { ToolRecord } from '#server/lti/lti.repo.ts'
import { mayReach } from '#server/outgoing-hosts.ts'
import { checkedLookup, targetFault } from '#server/webhooks/post-safely.ts'

/** Max time and size of what a tool publishes, in milliseconds and bytes. */
const maxTimeMs = 5000
const maxBytes = 65_536

/** Max number of its keys. */
const maxKeys = 20

type Local = Pick<Config, 'ltiLocalTools' | 'outgoingHosts'>

/**
 * Reads JSON from an address of a tool, never from a private network, and follows no redirect. Throws whatever fails.
 */
const readJson = (address: string, { ltiLocalTools: local, outgoingHosts }: Local) =>
  new Promise<unknown>((resolve, reject) => {
    const url = new URL(address)
    if (!mayReach({ outgoingHosts }, url)) return reject(new Error('not listed'))
    if (!local && targetFault(url, { loopback: false })) return reject(new Error('private address'))
    const get = url.protocol === 'https:' ? httpsRequest : httpRequest
    const asked = get(
      url,
      {
        headers: { accept: 'application/json', 'user-agent': 'praktika-lti' },
        // the operator has opened the school's own network
        ...(local ? {} : { lookup: checkedLookup(false) }),
        agent: false,
        signal: AbortSignal.timeout(maxTimeMs),
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('error', reject)
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxBytes) asked.destroy(new Error('too large'))
          else parts.push(part)
        })
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`))
          try {
            resolve(JSON.parse(Buffer.concat(parts).toString('utf8')))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    asked.on('error', reject)
    // without a listener such a response would end neither here nor by the time limit
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('another protocol'))
    })
    asked.end()
  })

const isKeySet = (value: unknown): value is JSONWebKeySet =>
  typeof value === 'object' &&
  value !== null &&
  'keys' in value &&
  Array.isArray(value.keys) &&
  value.keys.length <= maxKeys &&
  value.keys.every((key) => typeof key === 'object' && key !== null && typeof key.kty === 'string')

interface KeptKeys {
  at: number
  keys: Promise<JSONWebKeySet>
}

/** How long keys are believed, and how soon a tool may be asked again for one that is missing; in milliseconds. */
const keptMs = 10 * minuteMs
const askAgainMs = 30_000

/** The keys of how many tools are kept. */
const maxKept = 100

/** What tools publish, as this process has read it; by address. */
const known = new Map<string, KeptKeys>()

const readKeys = (address: string, local: Local, maxAgeMs: number) => {
  const kept = known.get(address)
  if (kept && Date.now() - kept.at < maxAgeMs) return kept.keys
  const keys = readJson(address, local).then((value) => {
    if (!isKeySet(value)) throw new Error('no key set')
    return value
  })
  // a failure counts for a while, too: nobody can make the site ask all the time
  keys.catch(() => {})
  if (known.size >= maxKept) known.clear()
  known.set(address, { at: Date.now(), keys })
  return keys
}

/** Finds the key by which a tool has signed: its own, or among those that it publishes. */
export const keysOf = (tool: Pick<ToolRecord, 'jwks_url' | 'public_key'>, local: Local): JWTVerifyGetKey => {
  const { jwks_url, public_key } = tool
  if (jwks_url === null) return async () => createPublicKey(public_key ?? '')
  return async (header, token) => {
    const { createLocalJWKSet } = await import('jose')
    const find = async (maxAgeMs: number) => createLocalJWKSet(await readKeys(jwks_url, local, maxAgeMs))(header, token)
    try {
      return await find(keptMs)
    } catch {
      // the tool has a new key, or could not be read
      return find(askAgainMs)
    }
  }
}
