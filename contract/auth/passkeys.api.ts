import { z } from 'zod'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { NewPasskey, Passkey, PasskeyOptions, PasskeyParams } from '#contract/auth/passkeys.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

/** Passkeys as a second factor, beside the codes of an authenticator app. */
export const passkeysApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/{id}/passkeys',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'The passkeys of a person, the oldest first',
    params: IdParams,
    response: z.object({ passkeys: z.array(Passkey) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/users/{id}/passkeys/options',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'What the browser needs to make a passkey, valid for 5 minutes; needs a fresh password',
    params: IdParams,
    body: OwnPassword,
    response: z.object({ options: PasskeyOptions }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/{id}/passkeys',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Add the passkey that the browser has made; who has no recovery codes gets some, shown this once',
    params: IdParams,
    body: NewPasskey,
    status: 201,
    response: z.object({ passkey: Passkey, recovery_codes: z.array(z.string()) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/passkeys/{passkey_id}',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Remove a passkey; a curator removes somebody else’s with their own password',
    params: PasskeyParams,
    body: OwnPassword,
  }),
}
