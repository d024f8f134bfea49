import { z } from 'zod'
import { Credentials, CurrentUser, PasswordReset, Registration } from '#contract/auth/auth.schema.ts'
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
    query: z.object({ email: Email, token: z.string().min(1).max(200) }),
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
