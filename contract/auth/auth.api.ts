import { z } from 'zod'
import {
  ChildRegistration,
  Credentials,
  CurrentUser,
  LetterToken,
  ParentConsent,
  PasswordReset,
  Registration,
} from '#contract/auth/auth.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { Email } from '#contract/users/users.schema.ts'

const session = z.object({ user: CurrentUser, access_token: z.string() })

export const authApi = {
  user: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    access: 'user',
    summary: 'The signed-in person',
    answer: z.object({ user: CurrentUser }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Open a student’s account',
    body: Registration,
    status: 201,
    answer: session,
  }),
  registerChild: endpoint({
    method: 'POST',
    path: '/api/auth/register-child',
    access: 'public',
    summary: 'Ask a parent by letter to open a child’s account; the same answer for every address',
    body: ChildRegistration,
    answer: z.object({ parent_email: z.string() }),
  }),
  checkParentConsent: endpoint({
    method: 'GET',
    path: '/api/auth/parent-consent',
    access: 'public',
    summary: 'Whether a parent’s link still works, and the first name of the child',
    query: z.object({ token: LetterToken }),
    answer: z.object({ name: z.string() }),
  }),
  giveParentConsent: endpoint({
    method: 'POST',
    path: '/api/auth/parent-consent',
    access: 'public',
    summary: 'A parent agrees: the child’s account opens',
    body: ParentConsent,
    answer: z.object({ name: z.string() }),
  }),
  declineParentConsent: endpoint({
    method: 'DELETE',
    path: '/api/auth/parent-consent',
    access: 'public',
    summary: 'A parent declines: what the child has sent is deleted',
    query: z.object({ token: LetterToken }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in',
    body: Credentials,
    answer: session,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'user',
    summary: 'End this session',
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    summary: 'Ask for a letter with a link to set a new password',
    body: z.object({ email: Email }),
    answer: z.object({ message: z.string() }),
  }),
  checkReset: endpoint({
    method: 'GET',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Whether a link from a letter still works',
    query: z.object({ email: Email, token: LetterToken }),
    answer: z.object({ email: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Set a new password by the link from a letter; every older session ends',
    body: PasswordReset,
    answer: z.object({ message: z.string() }),
  }),
}
