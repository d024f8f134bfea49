import { z } from 'zod'
import { SignInCode } from '#contract/auth/account.schema.ts'
import { PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { ClassCode } from '#contract/cohorts/class-codes.ts'
import { AddressId, Id, Moment } from '#contract/http/fields.ts'
import { BirthDate, PersonName } from '#contract/users/users.schema.ts'

/**
 * The proof that this browser began the sign-in: an answer of the provider that was sent to another one is
 * refused. Empty from a tab that has begun none.
 */
const SignInKey = z.string().max(200)

/** Max length of what a provider adds to the address that it sends people back to, in characters. */
const maxAnswerQuery = 8000

export const SignInBegin = z.object({
  /** Asks the provider to ask for the password again: for acts that need a fresh one. */
  again: z.boolean().optional(),
})

export const SignInBegun = z.object({
  /** Where the browser goes: a page of the provider. */
  url: z.string(),
  key: SignInKey,
})

/** What the provider has answered, and then what the account's second factor asks for. */
export const ProviderAnswer = z.object({
  key: SignInKey,
  /**
   * The query of the address that the provider sent the browser back to; it is accepted once, and left out afterwards.
   */
  query: z.string().max(maxAnswerQuery).optional(),
  code: SignInCode.optional(),
  passkey: PasskeyProof.optional(),
})

/** Somebody whom the provider knows and the school does not: what the form of registration begins with. */
export const Newcomer = z.object({
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  /** Whether the code of a class is needed. */
  needs_code: z.boolean(),
})
export type Newcomer = z.infer<typeof Newcomer>

/** Opens the account of a newcomer; the provider has confirmed the address. */
export const NewcomerForm = z.object({
  key: SignInKey,
  name: PersonName,
  surname: PersonName,
  consent: z.literal(true, 'Без согласия учётную запись открыть нельзя'),
  consent_version: z.number().int().optional(),
  birth_date: BirthDate.optional(),
  class_code: ClassCode.optional(),
})

/** An account at the provider that signs in to one of ours. */
export const Identity = z.object({
  id: Id,
  /** What the provider is called; its host when another one is set now. */
  provider: z.string(),
  created_at: Moment,
  used_at: Moment,
})
export type Identity = z.infer<typeof Identity>

export const IdentityParams = z.object({ id: AddressId, identity_id: AddressId })
