import type { CustomFetch, ServerMetadata } from 'openid-client'
import type { ProviderConfig } from '#server/identities/provider-variables.ts'

/** Whose session has ended at the provider. */
export interface LogoutToken {
  /** The message's own id. */
  id: string
  /** One of both is there. */
  subject: string | null
  sid: string | null
}

/** The event that such a message is about (OpenID Connect Back-Channel Logout 1.0, §2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Max age of a message, in seconds; by then the ids of those before are forgotten. */
export const maxLogoutAgeSeconds = 5 * 60

/** Public keys alone: who knows the client's secret need not be the provider. */
const isPublicKeyAlgorithm = (name: string) => /^((RS|PS|ES)\d{3}|EdDSA|Ed25519)$/.test(name)

type Keys = Awaited<ReturnType<typeof loadKeys>>

/** The keys of providers by their address; they are asked for again when a message names an unknown one. */
const known = new Map<string, Keys>()

const loadKeys = async (address: string, ask: CustomFetch) => {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: 5000,
    [customFetch]: (url: string, options: object) => ask(url, options as Parameters<CustomFetch>[1]),
  })
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Checks a message that a session has ended: signature, provider, client, age and event. Throws when it is not one. */
export const readLogoutToken = async (
  token: string,
  { issuer, jwks_uri, id_token_signing_alg_values_supported = ['RS256'] }: ServerMetadata,
  { clientId, untypedLogout }: Pick<ProviderConfig, 'clientId' | 'untypedLogout'>,
  ask: CustomFetch,
): Promise<LogoutToken> => {
  if (!jwks_uri) throw new Error('the provider has no keys')
  const keys = known.get(jwks_uri) ?? (await loadKeys(jwks_uri, ask))
  known.set(jwks_uri, keys)
  const { jwtVerify } = await import('jose')
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: id_token_signing_alg_values_supported.filter(isPublicKeyAlgorithm),
    maxTokenAge: maxLogoutAgeSeconds,
    clockTolerance: 30,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const events = payload.events as Record<string, unknown> | null
  const { id, subject, sid } = { id: payload.jti, subject: textOrNull(payload.sub), sid: textOrNull(payload.sid) }
  const isOne = typeof events === 'object' && typeof events?.[logoutEvent] === 'object'
  // any other type is a token for something else; older providers say `JWT`
  const types = ['logout+jwt', ...(untypedLogout ? ['jwt'] : [])]
  const isTyped = types.includes((protectedHeader.typ ?? 'jwt').toLowerCase())
  // a nonce is what an ID token has: it must not pass for such a message
  if (!isTyped || !isOne || !id || payload.nonce !== undefined || (subject === null && sid === null))
    throw new Error('no logout token')
  return { id, subject, sid }
}
