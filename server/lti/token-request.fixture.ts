import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { type CryptoKey, type JWTPayload, SignJWT } from 'jose'
import type { Config } from '#server/config.ts'
import { platformOf } from '#server/lti/platform.ts'

/** What forms are sent as. */
export const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A pair of keys of a tool; `public_key` is kept with it in place of an address of its keys. */
export const makeToolKeys = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey }
}

/** An assertion of a tool (RFC 7523), as it should be but for what `claims` change. */
export const signAssertion = (
  config: Config,
  clientId: string,
  { key, claims = {} }: { key: CryptoKey | KeyObject; claims?: JWTPayload },
) => {
  const now = Math.floor(Date.now() / 1000)
  const right = { iss: clientId, sub: clientId, aud: platformOf(config).token_url, iat: now, exp: now + 300 }
  return new SignJWT({ ...right, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'main' })
    .sign(key)
}

/** How a tool asks for a token with its assertion. */
export const tokenRequest = (client_assertion: string, scope: string) => ({
  headers: form,
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion,
    scope,
  }).toString(),
})
