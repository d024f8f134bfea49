import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LTILaunchConfig, LTISession, LTIStorage } from '@lti-tool/core'

// the library is written for bundlers: files are named without their endings, folders for their index, JSON without a
// word
registerHooks({
  resolve: (name, context, next) => {
    if (!context.parentURL?.includes('/node_modules/@lti-tool/') || !name.startsWith('.')) return next(name, context)
    const url = new URL(name, context.parentURL)
    const path = [url, new URL(`${url.href}.js`), new URL(`${url.href}/index.js`)].find(
      (found) => statSync(found, { throwIfNoEntry: false })?.isFile() === true,
    )
    const found = next(path?.href ?? name, context)
    return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})

/** What a tool is given about the site when it is registered. */
export interface Platform {
  issuer: string
  authorize_url: string
  token_url: string
  jwks_url: string
}

const escaped = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Only what a launch and its grade need. */
const storageOf = (configs: Map<string, LTILaunchConfig>) => {
  const sessions = new Map<string, LTISession>()
  const nonces = new Set<string>()
  const storage: Partial<LTIStorage> = {
    getLaunchConfig: async (_iss, clientId) => configs.get(clientId),
    storeNonce: async (nonce) => void nonces.add(nonce),
    validateNonce: async (nonce) => nonces.delete(nonce),
    addSession: async (session) => {
      sessions.set(session.id, session)
      return session.id
    },
    getSession: async (id) => sessions.get(id),
  }
  return storage as LTIStorage
}

/**
 * A tool on this machine, made of a real implementation of LTI 1.3 (`@lti-tool/core`): it takes launches, greets the
 * person who opens it, and reports 8 of 10 when they press the button.
 */
export const startTool = async () => {
  const { LTITool } = await import('@lti-tool/core')
  const keyPair = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  const configs = new Map<string, LTILaunchConfig>()
  const tool = new LTITool({
    stateSecret: crypto.getRandomValues(new Uint8Array(32)),
    keyPair: keyPair as CryptoKeyPair,
    storage: storageOf(configs),
  })
  const sessions: LTISession[] = []
  const failures: string[] = []

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      failures.push(error.message)
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const page = (response: ServerResponse, html: string) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><meta charset="utf-8"><title>Тренажёр</title>${html}`)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname === '/jwks') return void response.end(JSON.stringify(await tool.getJWKS()))
    if (pathname === '/login') {
      const given = Object.fromEntries(searchParams) as Parameters<typeof tool.handleLogin>[0]
      const location = await tool.handleLogin({ ...given, launchUrl: `${origin}/launch` })
      return void response.writeHead(302, { location }).end()
    }
    const form = new URLSearchParams(await text(request))
    if (pathname === '/launch') {
      const payload = await tool.verifyLaunch(form.get('id_token') ?? '', form.get('state') ?? '')
      const session = await tool.createSession(payload)
      sessions.push(session)
      return void page(
        response,
        `<h1>${escaped(session.user.name ?? '')}</h1><p>Тема: ${escaped(String(session.customParameters.topic))}</p>
        <form method="post" action="/finish"><input type="hidden" name="session" value="${session.id}"><button>Закончить</button></form>`,
      )
    }
    if (pathname !== '/finish') return void response.writeHead(404).end()
    const session = (await tool.getSession(form.get('session') ?? '')) as LTISession
    await tool.submitScore(session, {
      userId: session.user.id,
      scoreGiven: 8,
      scoreMaximum: 10,
      comment: 'Хорошая работа',
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    })
    page(response, '<h1>Результат отправлен</h1>')
  }

  return {
    tool,
    sessions,
    failures,
    origin,
    privateKey: keyPair.privateKey as CryptoKey,
    /** What a curator writes into the form of the site. */
    registration: {
      name: 'Тренажёр',
      login_url: `${origin}/login`,
      target_url: `${origin}/start`,
      redirect_urls: [`${origin}/launch`],
      jwks_url: `${origin}/jwks`,
      public_key: null,
      shares_name: true,
      shares_email: true,
    },
    /** What the tool's owner writes into its settings. */
    register: (clientId: string, { issuer, authorize_url, token_url, jwks_url }: Platform) =>
      configs.set(clientId, {
        iss: issuer,
        clientId,
        deploymentId: '',
        authUrl: authorize_url,
        tokenUrl: token_url,
        jwksUrl: jwks_url,
      }),
    stop: () => server.close(),
  }
}
