import { z } from 'zod'
import {
  AfterConsent,
  ChildRegistration,
  Credentials,
  CurrentUser,
  EmailCorrection,
  LetterToken,
  ParentConsent,
  PasswordReset,
  Registration,
  SignIn,
} from '#contract/auth/auth.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { Email } from '#contract/users/email.ts'

/** What a session begins with. */
export const session = z.object({ user: CurrentUser, access_token: z.string() })

export const authApi = {
  user: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'The signed-in person',
    response: z.object({ user: CurrentUser }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    repeatable: true,
    summary: 'Open a student’s account; without a token while it waits for a curator',
    body: Registration,
    status: 201,
    response: session.extend({ access_token: z.string().nullable() }),
  }),
  registerChild: endpoint({
    method: 'POST',
    path: '/api/auth/register-child',
    access: 'public',
    repeatable: true,
    summary: 'Ask a parent by letter to open a child’s account; the same answer for every address',
    body: ChildRegistration,
    response: z.object({ parent_email: z.string() }),
  }),
  checkParentConsent: endpoint({
    method: 'GET',
    path: '/api/auth/parent-consent',
    access: 'public',
    summary: 'Whether a parent’s link is still valid, whose account it is about, and who keeps the data',
    query: z.object({ token: LetterToken }),
    response: z.object({
      name: z.string(),
      surname: z.string(),
      /** Whether the school opened the account; otherwise the child has registered. */
      by_school: z.boolean(),
      /** The school, from its settings; empty until they are filled in. */
      operator: z.object({ name: z.string(), address: z.string() }),
    }),
  }),
  giveParentConsent: endpoint({
    method: 'POST',
    path: '/api/auth/parent-consent',
    access: 'public',
    repeatable: true,
    summary: 'A parent agrees: the child’s account opens',
    body: ParentConsent,
    response: z.object({ name: z.string(), next: AfterConsent }),
  }),
  declineParentConsent: endpoint({
    method: 'DELETE',
    path: '/api/auth/parent-consent',
    access: 'public',
    repeatable: true,
    summary: 'A parent declines: what the child has sent is deleted, an account that the school opened in 14 days',
    query: z.object({ token: LetterToken }),
  }),
  sendParentLetter: endpoint({
    method: 'POST',
    path: '/api/auth/parent-letter',
    access: 'public',
    summary: 'Send a parent the letter again, by the address and password of a registration that waits for them',
    body: Credentials,
    response: z.object({ parent_email: z.string() }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    repeatable: true,
    summary:
      'Sign in; with a second factor also by `code`, of the app or a recovery code, or by `passkey`: a 422 without both has what the browser needs for it',
    body: SignIn,
    response: session,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'user',
    beforeSecondFactor: true,
    summary: 'End this session',
  }),
  endForgotten: endpoint({
    method: 'POST',
    path: '/api/auth/logout/forgotten',
    access: 'public',
    summary:
      'End sessions that a device has signed out of without a network: by the SHA-256 of their tokens, as it has forgotten these',
    body: z.object({
      fingerprints: z
        .array(z.string().regex(/^[\da-f]{64}$/))
        .min(1)
        .max(10),
    }),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    access: 'public',
    summary: 'Confirm an address by the link from a letter; following it again changes nothing',
    body: z.object({ token: LetterToken }),
    response: z.object({ email: z.string() }),
  }),
  sendConfirmation: endpoint({
    method: 'POST',
    path: '/api/auth/confirmation-letter',
    access: 'user',
    summary: 'Send the letter that confirms the user’s address again; 409 once it is confirmed',
  }),
  correctEmail: endpoint({
    method: 'PUT',
    path: '/api/auth/email',
    access: 'user',
    summary: 'Correct a mistyped address before it is confirmed; the letter goes to the new one',
    body: EmailCorrection,
    response: z.object({ user: CurrentUser }),
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    summary: 'Ask for a letter with a link to set a new password',
    body: z.object({ email: Email }),
    response: z.object({ message: z.string() }),
  }),
  checkReset: endpoint({
    method: 'GET',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Whether a link from a letter is still valid; without `token` the same response for every address',
    query: z.object({ email: Email, token: LetterToken.optional() }),
    response: z.object({ email: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    repeatable: true,
    summary: 'Set a new password by the link from a letter; every older session ends',
    body: PasswordReset,
    response: z.object({ message: z.string() }),
  }),
}
