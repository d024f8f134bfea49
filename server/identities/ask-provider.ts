import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { beginAnswer, consumeSignIn, keepPerson } from '#server/identities/identities.repo.ts'
import { OldSignIn, type Provider, ProviderAway } from '#server/identities/provider.ts'
import { logFailure } from '#server/log-failure.ts'

/** When a provider that is away may be asked again, in seconds. */
const retryAfter = 30

/** Runs an exchange with the provider: 503 with `Retry-After` while it is away. */
export const askProvider = async <Result>(request: FastifyRequest, ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    // who runs the site learns why, without anything of the person
    logFailure(request.log, error)
    throw new Refusal('provider-away', { retryAfter })
  }
}

/** The person has said no at the provider, and nothing is wrong. */
const isDeclined = (error: unknown) => (error as { error?: unknown }).error === 'access_denied'

const sentence = (error: unknown) => {
  if (isDeclined(error)) return 'Вы отказались от входа. Начните его ещё раз или войдите с паролем.'
  if (error instanceof OldSignIn)
    return 'Система входа школы больше 30 дней не спрашивала ваш пароль. Выйдите там, войдите с паролем и вернитесь сюда.'
  return null
}

const refusal = (error: unknown) => {
  const detail = sentence(error)
  return new Refusal('provider-refused', {
    ...(detail !== null && { detail }),
    noted: { kind: 'provider-refused' },
  })
}

/**
 * Takes the provider's answer to a sign-in, once, and keeps whom it names; a sign-in whose answer is not right is over.
 * 422 for one that came before, or to another browser.
 */
export const readAnswer = async (
  db: Db,
  provider: Provider,
  request: FastifyRequest,
  { keyHash, query }: { keyHash: Buffer; query: string },
) => {
  const begun = await beginAnswer(db, keyHash)
  if (!begun) throw new Refusal('sign-in-expired')
  try {
    await keepPerson(db, keyHash, await askProvider(request, () => provider.read(query, begun)))
  } catch (error) {
    await consumeSignIn(db, keyHash)
    if (error instanceof Refusal) throw error
    if (sentence(error) === null) logFailure(request.log, error)
    throw refusal(error)
  }
}
