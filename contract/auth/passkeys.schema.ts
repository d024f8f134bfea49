import { z } from 'zod'
import { AddressId, Id, line, Moment } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'

/** Max size of what a browser hands over, in characters: attestations are not asked for. */
const maxPart = 8192

/** Bytes in base 64 for addresses. */
const Bytes = z
  .string()
  .max(maxPart)
  .regex(/^[\w-]*$/)

const common = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.object({}),
}

/** A browser's response about a new passkey (WebAuthn, `RegistrationResponseJSON`). */
const PasskeyCreation = z.object(
  {
    ...common,
    response: z.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: z.array(z.string().max(20).transform(storable)).max(10).optional(),
    }),
  },
  'Браузер не передал ключ доступа',
)

/** A browser's proof of a passkey (WebAuthn, `AuthenticationResponseJSON`). */
export const PasskeyProof = z.object(
  {
    ...common,
    response: z.object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Bytes.nullish(),
    }),
  },
  'Браузер не передал ключ доступа',
)
export type PasskeyProof = z.infer<typeof PasskeyProof>

export const NewPasskey = z.object({ name: line(60), creation: PasskeyCreation })

/** What the browser needs to make a passkey or to prove one; WebAuthn's own JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown())
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** A passkey that a person signs in with, beside the password. */
export const Passkey = z.object({ id: Id, name: z.string(), created_at: Moment, used_at: Moment.nullable() })
export type Passkey = z.infer<typeof Passkey>

export const PasskeyParams = z.object({ id: AddressId, passkey_id: AddressId })

/** How many passkeys a person may have. */
export const maxPasskeys = 20
