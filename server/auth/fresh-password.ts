import type { FastifyRequest } from 'fastify'
import { freshPasswordMs } from '#contract/auth/account.policy.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { withOwnPassword } from '#server/users/own-password.ts'

/** Whether the password was given in this session within 15 minutes. */
export const isPasswordFresh = ({ passwordAt }: Pick<FastifyRequest, 'passwordAt'>) => {
  const ageMs = Date.now() - passwordAt
  // given in the future: the clock was wrong, and would let the session do so for as long
  return ageMs <= freshPasswordMs && ageMs >= -freshPasswordMs
}

/**
 * 403 «password-needed» unless the password was given in this session within 15 minutes. Call it after `authorize`: who
 * may not act at all is not asked for a password.
 */
export const needFreshPassword = (request: Pick<FastifyRequest, 'passwordAt'>) => {
  if (!isPasswordFresh(request)) throw new Refusal('password-needed')
}

interface Given {
  actor: { id: number }
  body: () => { password: string }
  request: Pick<FastifyRequest, 'passwordAt' | 'ip'>
}

/** Runs an act on the ways into an account: the password is fresh, and the call itself has it, too. */
export const withFreshPassword = <Result>(
  db: Db,
  { actor, body, request }: Given,
  act: () => Promise<Result>,
): Promise<Result> => {
  needFreshPassword(request)
  return withOwnPassword(db, actor.id, { ...body(), field: 'password', address: request.ip }, act)
}
