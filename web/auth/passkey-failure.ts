import type { PasskeyOptions } from '#contract/auth/passkeys.schema.ts'
import { ApiError } from '#web/app/api-error.ts'

/** The device made or proved no passkey; `message` is for people. */
export class PasskeyFailure extends Error {}

/** What the browser needs to prove a passkey, from a refused sign-in; null for somebody who has none. */
export const passkeyOf = (failure: unknown) =>
  ((failure instanceof ApiError && failure.members.passkey) || null) as PasskeyOptions | null
