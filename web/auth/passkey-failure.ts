import type { PasskeyOptions } from '#contract/auth/passkeys.schema.ts'
import { ApiError, describeError, NetworkError } from '#web/data/api-error.ts'

/** The device made or proved no passkey; `message` is for people. */
export class PasskeyFailure extends Error {}

/** Why a sign-in failed, for people. */
export const signInFailureText = (failure: unknown) => {
  if (failure instanceof PasskeyFailure) return failure.message
  const { detail } = describeError(failure)
  return failure instanceof NetworkError ? `Не удалось войти: нет сети. ${detail}` : detail
}

/** What the browser needs to prove a passkey, from a refused sign-in; null for somebody who has none. */
export const passkeyOf = (failure: unknown) =>
  ((failure instanceof ApiError && failure.members.passkey) || null) as PasskeyOptions | null
