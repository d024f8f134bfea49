import { hourMs } from '#contract/durations.ts'
import { storable } from '#contract/http/storable.ts'
import { ltiScopes } from '#contract/lti/lti-limits.ts'
import type { LtiTokenRequest } from '#contract/lti/lti-services.schema.ts'
import { newToken } from '#server/auth/open-session.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { hashToken } from '#server/http/session.ts'
import { findClient, type ToolRecord } from '#server/lti/lti.repo.ts'
import { insertToken, tokenSeconds, useAssertion } from '#server/lti/lti-access.repo.ts'
import { platformOf } from '#server/lti/platform.ts'
import { keysOf } from '#server/lti/tool-keys.ts'

/** A refusal as OAuth words it (RFC 6749 § 5.2). */
export class TokenRefusal extends Error {
  code: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope'

  constructor(code: TokenRefusal['code'], description: string) {
    super(description)
    this.code = code
  }
}

/** How many tokens a tool may get, and how many assertions a network may send that are wrong. */
const limits = { tool: { count: 5000, window: hourMs }, wrong: { count: 300, window: hourMs } }

/** How long an assertion may live, and by how much clocks may differ; in seconds. */
const maxLifeSeconds = 3600
const clockSeconds = 60

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Checks an assertion by the tool's own keys; returns what it is recognized by. Throws whatever is wrong. */
const verify = async (
  { config }: Pick<Deps, 'config'>,
  tool: ToolRecord,
  assertion: string,
): Promise<{ jti: string; exp: number }> => {
  const { jwtVerify } = await import('jose')
  const { issuer, token_url } = platformOf(config)
  const { payload } = await jwtVerify(assertion, keysOf(tool, config), {
    algorithms: ['RS256'],
    issuer: tool.client_id,
    subject: tool.client_id,
    audience: [token_url, issuer],
    requiredClaims: ['exp', 'iat', 'jti'],
    maxTokenAge: maxLifeSeconds,
    clockTolerance: clockSeconds,
  })
  const { jti, exp = 0 } = payload
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) throw new Error('jti')
  if (exp > Date.now() / 1000 + maxLifeSeconds + clockSeconds) throw new Error('exp')
  return { jti, exp }
}

/** The tool that an assertion says it is from, before anything is believed. */
const claimedTool = async ({ db }: Pick<Deps, 'db'>, { client_assertion, client_id }: LtiTokenRequest) => {
  const { decodeJwt } = await import('jose')
  let issuer: unknown
  try {
    issuer = decodeJwt(client_assertion ?? '').iss
  } catch {
    return null
  }
  // the database takes no other text
  if (typeof issuer !== 'string' || issuer.length > 200 || storable(issuer) !== issuer) return null
  return client_id !== undefined && client_id !== issuer ? null : findClient(db, issuer)
}

/** The scopes that a tool asks for, as far as its curator allows them. */
const scopesOf = (text: string, { scopes }: ToolRecord) => {
  const asked = new Set(text.split(' '))
  return scopes.map((name) => ltiScopes[name]).filter((scope) => asked.has(scope))
}

/**
 * Gives a tool a token for what it asks for, as far as its curator lets it (RFC 7523: `client_credentials` with a
 * signed assertion). An assertion is good once. Throws `TokenRefusal`; 429 after too many.
 */
export const issueToken = async (deps: Pick<Deps, 'db' | 'config'>, network: string, asked: LtiTokenRequest) => {
  const { db } = deps
  if (asked.grant_type !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', 'grant_type must be client_credentials')
  if (asked.client_assertion_type !== assertionType || !asked.client_assertion)
    throw new TokenRefusal('invalid_request', 'a signed client_assertion is needed')
  const refuse = async () => {
    await count(db, { key: `lti-wrong:${network}`, limit: limits.wrong })
    return new TokenRefusal('invalid_client', 'the assertion is not valid')
  }
  const tool = await claimedTool(deps, asked)
  if (!tool) throw await refuse()
  const verified = await verify(deps, tool, asked.client_assertion).catch(() => null)
  if (!verified) throw await refuse()
  const scopes = scopesOf(asked.scope ?? '', tool)
  if (scopes.length === 0)
    throw new TokenRefusal('invalid_scope', `scopes: ${tool.scopes.map((name) => ltiScopes[name]).join(' ')}`)
  await count(db, { key: `lti-token:${tool.id}`, limit: limits.tool })
  const token = newToken()
  const isNew = await db.transaction(async (tx) => {
    const expires_at = new Date((verified.exp + clockSeconds) * 1000).toISOString()
    if (!(await useAssertion(tx, { tool_id: tool.id, jti_hash: hashToken(verified.jti), expires_at }))) return false
    await insertToken(tx, { tool_id: tool.id, token_hash: hashToken(token), scopes })
    return true
  })
  if (!isNew) throw await refuse()
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: tokenSeconds,
    scope: scopes.join(' '),
  }
}
