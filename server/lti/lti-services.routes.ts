import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LtiScope } from '#contract/lti/lti-limits.ts'
import { ltiScopes } from '#contract/lti/lti-limits.ts'
import { ltiServicesApi } from '#contract/lti/lti-services.api.ts'
import type { LtiAuthorization } from '#contract/lti/lti-services.schema.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'
import { authorize, LaunchFault } from '#server/lti/authorize.ts'
import { issueToken, TokenRefusal } from '#server/lti/issue-token.ts'
import { loginUrl } from '#server/lti/login-url.ts'
import { findLink, findSubject, listColumnsOfTool, listResultsOfTool } from '#server/lti/lti.repo.ts'
import { findLaunch, findToolByToken, listPublicKeys } from '#server/lti/lti-access.repo.ts'
import { sendFrame, sendLaunchFault, sendMessage } from '#server/lti/lti-pages.ts'
import { lineItemUrl } from '#server/lti/platform.ts'
import { ensureSigningKey } from '#server/lti/platform-key.ts'
import { pointsOf } from '#server/lti/present-lti.ts'
import { saveScore } from '#server/lti/save-score.ts'
import { noteEvent } from '#server/security/note-refusal.ts'

/** Max size of a form, in bytes: an assertion and its scopes. */
const formLimit = 32_768

const gone = 'Адрес открывает инструмент один раз и недолго. Вернитесь к уроку и откройте инструмент ещё раз.'

/** The pages through which a browser comes to a tool. */
const launchRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db, config } = deps

  route(app, ltiServicesApi.frame, async ({ params, reply }) => {
    const launch = await findLaunch(db, hashToken(params.token))
    const subject = launch && (await findSubject(db, launch.tool.id, launch.launch.user_id))
    if (!launch || !subject) return void sendLaunchFault(reply, 404, gone)
    const url = loginUrl(config, launch.tool, { subject, token: params.token })
    sendFrame(reply, launch.tool, { title: launch.link.title, url })
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply, asked: LtiAuthorization) => {
    try {
      const { tool, ...message } = await authorize(deps, asked)
      sendMessage(reply, tool, message)
    } catch (error) {
      if (error instanceof LaunchFault) {
        noteEvent(request, 'tool-refused', { user_id: null })
        sendLaunchFault(reply, 400, error.message)
      } else if (error instanceof Refusal && error.code === 'locked')
        sendLaunchFault(reply, 403, error.detail ?? error.message)
      else throw error
    }
  }
  route(app, ltiServicesApi.authorize, ({ query, request, reply }) => answer(request, reply, query))
  route(app, ltiServicesApi.authorizeByForm, ({ body, request, reply }) => answer(request, reply, body()))
}

/**
 * The tool that makes a call, by its token. 401 without one that works, 403 where it may do something else, 429 too
 * often.
 */
const callerOf = async ({ db }: Deps, { headers, server }: FastifyRequest, scope: LtiScope) => {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(headers.authorization ?? '')?.[1]
  const caller = token === undefined ? null : await findToolByToken(db, hashToken(token))
  if (!caller) throw new Refusal('not-signed-in', { detail: 'Нужен действующий токен инструмента.' })
  server.callCounts.count('callsPerTool', caller.tool.id)
  if (!caller.scopes.includes(scope)) throw new Refusal('forbidden', { detail: `Нужен токен на ${scope}` })
  return caller.tool
}

/** What tools ask and report (LTI AGS 2.0). */
const gradeRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db, config } = deps

  const present = ({ id, title, max_points }: { id: number; title: string; max_points: number }) => ({
    id: lineItemUrl(config, id),
    label: title,
    scoreMaximum: max_points,
    resourceLinkId: String(id),
  })

  /** A column of the tool that calls. */
  const findOwn = async (request: FastifyRequest, id: number, scope: LtiScope) => {
    const tool = await callerOf(deps, request, scope)
    return found(await findLink(db, id), ({ link }) => link.tool_id === tool.id)
  }

  route(app, ltiServicesApi.lineItems, async ({ params, query, request, reply }) => {
    const tool = await callerOf(deps, request, ltiScopes.lineItems)
    const { resource_link_id: wanted, resource_id, tag } = query
    // columns have neither
    const rows = resource_id || tag ? [] : await listColumnsOfTool(db, tool.id, params.id)
    reply.type('application/vnd.ims.lis.v2.lineitemcontainer+json')
    return rows.filter(({ id }) => wanted === undefined || wanted === String(id)).map(present)
  })

  route(app, ltiServicesApi.lineItem, async ({ params, request, reply }) => {
    const { link } = await findOwn(request, params.id, ltiScopes.lineItems)
    reply.type('application/vnd.ims.lis.v2.lineitem+json')
    return present(link)
  })

  route(app, ltiServicesApi.score, async ({ params, request, body }) => {
    const row = await findOwn(request, params.id, ltiScopes.scores)
    await saveScore(db, row, body())
  })

  route(app, ltiServicesApi.results, async ({ params, query, request, reply }) => {
    const { link } = await findOwn(request, params.id, ltiScopes.results)
    const rows = await listResultsOfTool(db, link, query.user_id)
    const scoreOf = lineItemUrl(config, link.id)
    reply.type('application/vnd.ims.lis.v2.resultcontainer+json')
    return rows.map(({ result, subject }) => {
      const points = pointsOf(result, link)
      return {
        id: `${scoreOf}/results/${subject}`,
        scoreOf,
        userId: subject,
        resultMaximum: link.max_points,
        ...(points !== null && { resultScore: points }),
        ...(result.comment !== '' && { comment: result.comment }),
      }
    })
  })
}

/**
 * What tools and the browsers that they send ask for. Call it in a plugin of its own: forms are read here, and refusals
 * of tokens are those of OAuth.
 */
export const ltiServicesRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_request: unknown, text: string) => ({ ...parse(text) }),
  )
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof TokenRefusal)) throw error
    if (error.code === 'invalid_client') noteEvent(request, 'tool-refused', { user_id: null })
    return reply
      .code(error.code === 'invalid_client' ? 401 : 400)
      .send({ error: error.code, error_description: error.message })
  })

  launchRoutes(app, deps)
  gradeRoutes(app, deps)

  route(app, ltiServicesApi.jwks, async () => {
    await ensureSigningKey(db)
    const keys = await listPublicKeys(db)
    return {
      keys: keys.map(({ kid, public_jwk: { n, e } }) => ({
        kty: 'RSA' as const,
        n,
        e,
        kid,
        alg: 'RS256' as const,
        use: 'sig' as const,
      })),
    }
  })

  route(app, ltiServicesApi.token, async ({ body, request }) => {
    const token = await issueToken(deps, networkOf(request.ip), body())
    noteEvent(request, 'tool-token', { user_id: null })
    return token
  })
}
