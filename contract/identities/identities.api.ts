import { z } from 'zod'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { session } from '#contract/auth/auth.api.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import {
  Identity,
  IdentityParams,
  Newcomer,
  NewcomerForm,
  ProviderAnswer,
  SignInBegin,
  SignInBegun,
} from '#contract/identities/identities.schema.ts'

/** Sign-in by the school's own identity provider (OpenID Connect); 404 where there is none. */
export const identitiesApi = {
  begin: endpoint({
    method: 'POST',
    path: '/api/auth/provider',
    access: 'public',
    summary:
      'Begin a sign-in by the school’s identity provider: where the browser goes; 503 while the provider is away',
    body: SignInBegin,
    bodyOptional: true,
    response: SignInBegun,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/auth/provider/answer',
    access: 'public',
    repeatable: true,
    summary:
      'Hand over what the provider has answered: a session, or a newcomer who has no account yet; 422 without a right `code` or `passkey` where the account has a second factor',
    body: ProviderAnswer,
    response: z.object({ session: session.nullable(), newcomer: Newcomer.nullable() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/provider/register',
    access: 'public',
    repeatable: true,
    summary:
      'Open the account of a newcomer whom the provider has confirmed; without a token while it waits for a curator',
    body: NewcomerForm,
    status: 201,
    response: session.extend({ access_token: z.string().nullable() }),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/provider/sign-out',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'End this session; where it came from the provider, the address that ends it there, too',
    response: z.object({ url: z.string().nullable() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/users/{id}/identities',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'The accounts at the identity provider that a person signs in with, and whether they have a password, too',
    params: IdParams,
    response: z.object({ identities: z.array(Identity), has_password: z.boolean() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/identities/{identity_id}',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'Unlink an account at the provider; 409 for somebody without a password. Needs a fresh password',
    params: IdentityParams,
    body: OwnPassword,
  }),
}
