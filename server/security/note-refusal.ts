import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/http/errors.ts'
import type { SecurityKind } from '#contract/security/security-kinds.ts'
import { networkOf } from '#server/http/network.ts'
import type { Refusal } from '#server/http/refusal.ts'
import type { Noted } from '#server/security/security-log.ts'

/** Refusals that say themselves what they are; others come from a check that knows more (`Refusal.noted`). */
const kindOf: Partial<Record<ErrorCode, SecurityKind>> = {
  'too-many': 'limit',
  'account-off': 'closed-account',
  forbidden: 'refused',
  looking: 'refused',
}

/** The call as the router spells it: nothing that a stranger has made up. */
const placeOf = ({ method, routeOptions }: FastifyRequest) =>
  routeOptions.url ? `${method} ${routeOptions.url.replace(/:(\w+)/g, '{$1}')}` : ''

/** Who acts: the curator who looks at the site as somebody, not that person. */
const actingId = ({ actor, pendingActor }: FastifyRequest) => {
  const acting = actor ?? pendingActor
  return acting?.looker_id ?? acting?.id ?? null
}

/** Notes an event of a request, of the person who is signed in unless another one is named. */
export const noteEvent = (
  request: FastifyRequest,
  kind: SecurityKind,
  { user_id = actingId(request), place = placeOf(request) }: Partial<Pick<Noted, 'user_id' | 'place'>> = {},
) => request.server.securityLog.add({ kind, user_id, network: networkOf(request.ip), place })

/** Notes a refusal that belongs into the security log. */
export const noteRefusal = (request: FastifyRequest, { code, noted }: Refusal) => {
  const kind = noted?.kind ?? kindOf[code]
  // a check that knows of no account is about none, whoever is signed in
  if (kind) noteEvent(request, kind, noted && noted.user_id !== 'acting' ? { user_id: noted.user_id ?? null } : {})
}
