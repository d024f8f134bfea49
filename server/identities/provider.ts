import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { hourMs } from '#contract/durations.ts'
import { pathTo } from '#contract/pages.ts'
import { type Config, isLoopback } from '#server/config.ts'
import { type Claims, type ProvedPerson, readPerson } from '#server/identities/claims.ts'
import { type LogoutToken, readLogoutToken } from '#server/identities/logout-token.ts'
import type { ProviderConfig } from '#server/identities/provider-variables.ts'
import { mayReach, type Outgoing } from '#server/outgoing-hosts.ts'

/** What a sign-in was begun with. */
export interface Begun {
  state: string
  nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string
}

/** The provider does not answer, or not as one: nobody's fault on this side. */
export class ProviderAway extends Error {}

/** How long the provider may take for one answer, in seconds. */
const patienceSeconds = 8

/** How long what the provider says of itself is kept, and that it did not answer; in milliseconds. */
const keptMs = { description: hourMs, failure: 5000 }

/**
 * Older sign-ins at the provider are not taken over without a password, as with our own sessions; and asking for an age
 * makes providers say when the password was given.
 */
const maxAgeSeconds = 30 * 24 * 60 * 60

/** The provider has taken over a sign-in that is too old, although it was asked not to. */
export class OldSignIn extends Error {}

/** By how much the clocks may differ, in seconds. */
const clockSkewSeconds = 60

/** A provider that does not say when the password was given is believed; one that says so is checked. */
const checkAge = (authTime: number | null) => {
  if (authTime !== null && Date.now() / 1000 - authTime > maxAgeSeconds + clockSkewSeconds) throw new OldSignIn()
}

/** Redirects are not followed: the provider's addresses are those it has declared, on its own host or a listed one. */
const asking =
  (issuer: string, outgoing: Outgoing): CustomFetch =>
  async (url, options) => {
    const asked = new URL(url)
    if (asked.host !== new URL(issuer).host && !mayReach(outgoing, asked))
      throw new Error(`${asked.host} is not listed`)
    const response = await fetch(url, options as RequestInit).catch((cause: unknown) => {
      throw new ProviderAway('no answer', { cause })
    })
    if (response.status >= 500 || response.status === 429) throw new ProviderAway(`status ${response.status}`)
    return response
  }

/** Whether a failure comes from a provider that does not answer, or does not in time. */
const isAway = (error: unknown): boolean => {
  if (error instanceof ProviderAway) return true
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === 'OAUTH_TIMEOUT' || (cause !== undefined && isAway(cause))
}

/** Runs an exchange with the provider; one that is away is told apart from one that refuses. */
const exchange = async <Result>(act: () => Promise<Result>) => {
  try {
    return await act()
  } catch (error) {
    if (isAway(error)) throw new ProviderAway('no answer', { cause: error })
    throw error
  }
}

/** Asks the provider what it is like. The library is loaded when it is first needed. */
export const discoverProvider = async (
  { issuer, clientId, clientSecret }: ProviderConfig,
  outgoing: Outgoing,
): Promise<Configuration> => {
  const client = await import('openid-client')
  const basic = client.ClientSecretBasic(clientSecret)
  const post = client.ClientSecretPost(clientSecret)
  // the secret goes into a header unless the provider reads it in the form alone
  const byWhatIsDeclared: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
  return client.discovery(new URL(issuer), clientId, undefined, byWhatIsDeclared, {
    execute: [client.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [client.allowInsecureRequests] : [])],
    timeout: patienceSeconds,
    [client.customFetch]: asking(issuer, outgoing),
  })
}

/**
 * The school's identity provider. It is first asked when somebody signs in; what it says of itself is kept for an hour,
 * and used on while it does not answer. Every exchange throws ProviderAway when it is away, and another error when what
 * it answers is not right.
 */
export const openProvider = (
  oidc: ProviderConfig,
  { publicUrl, ...outgoing }: Outgoing & Pick<Config, 'publicUrl'>,
) => {
  let known: { at: number; asked: Promise<Configuration> } | null = null
  let last: Configuration | null = null

  const ask = async () => {
    try {
      last = await discoverProvider(oidc, outgoing)
    } catch (cause) {
      if (!last) throw new ProviderAway('no description', { cause })
    }
    return last
  }
  const learn = () => {
    if (known && Date.now() - known.at < keptMs.description) return known.asked
    const asking = { at: Date.now(), asked: ask() }
    known = asking
    asking.asked.catch(() => {
      // soon somebody asks again
      asking.at = Date.now() - keptMs.description + keptMs.failure
    })
    return asking.asked
  }

  const ownPage = (name: 'login' | 'main') => `${publicUrl}${pathTo(name)}`

  return {
    issuer: oidc.issuer,
    /** Its name on screen. */
    name: oidc.name,

    /** Where the browser goes to sign in, and what its answer is checked with. `again` asks for the password again. */
    begin: async (again: boolean): Promise<Begun & { url: string }> => {
      const client = await import('openid-client')
      const configuration = await learn()
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
      const { scopes_supported = [] } = configuration.serverMetadata()
      const scopes = ['openid', 'email', 'profile', ...scopes_supported.filter((scope) => scope === oidc.roleClaim)]
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: ownPage('login'),
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(maxAgeSeconds) }),
      })
      return { state, nonce, verifier, url: url.href }
    },

    /** Returns the person in the provider's answer, which is the query that it sent the browser back with. */
    read: (query: string, { state, nonce, verifier }: Begun): Promise<ProvedPerson> =>
      exchange(async () => {
        const client = await import('openid-client')
        const configuration = await learn()
        // only the query is the browser's: the rest must be the address that the sign-in was begun with
        const address = new URL(ownPage('login'))
        address.search = query
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new Error('no ID token')
        const asksMore = configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = asksMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        const all: Claims = { ...more, ...claims }
        const person = readPerson(all, oidc)
        checkAge(person.auth_time)
        return { ...person, id_token: tokens.id_token }
      }),

    /** The address that ends the provider's session; null when it has none, or is away. */
    endAddress: async (idToken: string) => {
      const client = await import('openid-client')
      const configuration = await learn().catch(() => null)
      if (!configuration?.serverMetadata().end_session_endpoint) return null
      const asked = { id_token_hint: idToken, post_logout_redirect_uri: ownPage('main') }
      return client.buildEndSessionUrl(configuration, asked).href
    },

    /** Whose session has ended, by the provider's signed message. */
    readLogout: (token: string): Promise<LogoutToken> =>
      exchange(async () =>
        readLogoutToken(token, (await learn()).serverMetadata(), oidc, asking(oidc.issuer, outgoing)),
      ),
  }
}

export type Provider = ReturnType<typeof openProvider>
