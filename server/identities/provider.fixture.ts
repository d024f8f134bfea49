import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** The site as a client of the provider. */
export const client = { id: 'school', secret: 'a secret of the school' }

/** What the provider says of somebody, by the name that they type there. */
export type People = Record<string, Record<string, unknown>>

/** Everything that a claim of a test may be called. */
const claims = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['given_name', 'family_name', 'name', 'birthdate', 'groups'],
}

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }

const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * A real identity provider (`oidc-provider`) on this machine for the site at `siteUrl`; its own pages ask for a name
 * and any password. `people` may be changed while it runs.
 */
export const startProvider = async (siteUrl: string, people: People) => {
  const server = createServer()
  const issuer = await listen(server)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'key', alg: 'RS256', use: 'sig' }
  const site = {
    client_secret: client.secret,
    redirect_uris: [`${siteUrl}/login`],
    post_logout_redirect_uris: [`${siteUrl}/`],
    backchannel_logout_uri: `${siteUrl}/provider-logout`,
    backchannel_logout_session_required: true,
  }
  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.id, ...site },
      { client_id: 'another', ...site },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['cookies'] },
    claims,
    findAccount: (_context, id) =>
      people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) as { sub: string } },
    // its own refuses to call this machine
    fetch: (url, { method, headers, body, signal }: RequestInit = {}) =>
      fetch(url, {
        ...(method && { method }),
        ...(headers && { headers }),
        ...(body && { body }),
        ...(signal && { signal }),
      }),
    features: { backchannelLogout: { enabled: true } },
  })
  /** Whether it answers 503, and what it puts into its ID tokens instead. */
  const state: { isAway: boolean; tamper: Record<string, unknown> | null } = { isAway: false, tamper: null }
  const sign = (payload: Record<string, unknown>, type?: string) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key', ...(type && { typ: type }) }).sign(privateKey)
  provider.use(async (context, next) => {
    if (state.isAway) {
      context.status = 503
      return
    }
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (!state.tamper || !body?.id_token) return
    const claimed = JSON.parse(Buffer.from(body.id_token.split('.')[1] as string, 'base64url').toString())
    body.id_token = await sign({ ...claimed, ...state.tamper })
  })
  server.on('request', provider.callback())
  return {
    issuer,
    state,
    /** A message that a session has ended, signed by the provider. */
    signLogout: (payload: Record<string, unknown>, type: string | undefined = 'logout+jwt') => {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, aud: client.id, iat: now, exp: now + 120, jti: crypto.randomUUID(), events }
      return sign({ ...usual, ...payload }, type)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
  }
}

/** A browser as far as the provider is concerned: it keeps cookies, follows redirects and sends forms. */
export const visitor = (siteUrl: string) => {
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] as string).split(/=(.*)/s)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]
  return {
    /** Goes to the provider as `login`, says yes to everything, and returns the query that it comes back with. */
    signIn: async (url: string, login: string): Promise<string> => {
      let at = url
      let form: Record<string, string> | undefined
      for (let step = 0; step < 20; step++) {
        if (at.startsWith(siteUrl)) return new URL(at).search
        const response = await visit(at, form)
        form = undefined
        const location = response.headers.get('location')
        if (location) {
          at = new URL(location, at).href
          continue
        }
        const html = await response.text()
        const prompt = hidden(html, 'prompt')
        if (!prompt) throw new Error(`The provider says: ${html.slice(0, 500)}`)
        const action = /action="([^"]+)"/.exec(html)?.[1] ?? at
        at = new URL(action, at).href
        form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt }
      }
      throw new Error('The provider leads nowhere.')
    },
    /** Signs out at the provider by its own page; returns where it leads. */
    signOut: async (url: string) => {
      const page = await visit(url)
      const html = await page.text()
      const xsrf = hidden(html, 'xsrf')
      const action = /action="([^"]+)"/.exec(html)?.[1]
      if (!xsrf || !action) throw new Error(`The provider says: ${html.slice(0, 500)}`)
      const response = await visit(new URL(action, url).href, { xsrf, logout: 'yes' })
      return response.headers.get('location')
    },
  }
}
