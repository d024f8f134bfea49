import { z } from 'zod'
import { CodeEntry, OwnPassword, SecondFactor, SecondFactorSetup, SessionRow } from '#contract/auth/account.schema.ts'
import { session } from '#contract/auth/auth.api.ts'
import { GivenAgain } from '#contract/auth/auth.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams } from '#contract/http/fields.ts'

/** Where a person is signed in, and how. */
export const accountApi = {
  givePassword: endpoint({
    method: 'POST',
    path: '/api/auth/password',
    access: 'user',
    beforeSecondFactor: true,
    summary:
      'Give the password again in this session, with the second factor of the account: acts that need a fresh one are allowed for 15 minutes',
    body: GivenAgain,
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/users/{id}/look',
    access: 'curator',
    right: 'people',
    summary:
      'Look at the site as a student or a teacher: a session of an hour that changes nothing and shows nothing private',
    params: IdParams,
    response: session,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/users/{id}/sessions',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Where a person is signed in, the last used first',
    params: IdParams,
    response: z.object({ sessions: z.array(SessionRow) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/sessions/{session_id}',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Sign a person out on one device',
    params: IdParams.extend({ session_id: AddressId }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/sessions',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Sign a person out everywhere but in this session',
    params: IdParams,
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/users/{id}/totp',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Whether a person signs in with a code, too',
    params: IdParams,
    response: z.object({ second_factor: SecondFactor }),
  }),
  setUpSecondFactor: endpoint({
    method: 'POST',
    path: '/api/users/{id}/totp',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Make a secret for an authenticator app; nothing asks for codes until one has confirmed it',
    params: IdParams,
    body: OwnPassword,
    response: SecondFactorSetup,
  }),
  confirmSecondFactor: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/totp',
    access: 'user',
    beforeSecondFactor: true,
    summary:
      'Confirm the app by its code: the second factor is on; new recovery codes are shown this once, none where the person still has some',
    params: IdParams,
    body: CodeEntry,
    response: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/totp',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Remove the second factor; a curator removes somebody else’s with their own password',
    params: IdParams,
    body: OwnPassword,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/users/{id}/recovery-codes',
    access: 'user',
    summary: 'Replace the recovery codes of somebody with a second factor; the new ones are shown this once',
    params: IdParams,
    body: OwnPassword,
    response: z.object({ recovery_codes: z.array(z.string()) }),
  }),
}
