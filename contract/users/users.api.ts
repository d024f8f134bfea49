import { z } from 'zod'
import { BulkResult } from '#contract/http/bulk-result.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { Id, IdParams, Moment, Page, paged, QueryId, Search } from '#contract/http/fields.ts'
import { ProjectCard } from '#contract/projects/projects.schema.ts'
import { Email } from '#contract/users/email.ts'
import { AccountRow, AccountState, ActOnPeople, peopleFilter } from '#contract/users/people-list.schema.ts'
import {
  maxPasswordSlips,
  Password,
  PasswordSlip,
  UserChange,
  UserCreate,
  UserRow,
} from '#contract/users/users.schema.ts'

/**
 * A profile; `email` only for the user and curators, unpublished projects only for their authors, `letters` (whether
 * verdicts are sent by letter, too) and `shows_courses` only for the user.
 */
export const UserProfile = z.object({
  ...UserRow.shape,
  occupation: z.string(),
  about: z.string(),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  letters: z.boolean().optional(),
  shows_courses: z.boolean().optional(),
  /** When the account will be erased on request: for the user and curators. */
  erase_at: Moment.nullable().optional(),
  /**
   * What keeps somebody from signing in, and the last use of the site, as the list of people has them: for curators.
   */
  state: AccountState.optional(),
  visited_at: Moment.nullable().optional(),
  /** A student's courses whose every assignment is done, unless the person hides them. */
  finished_courses: z.array(z.object({ id: Id, name: z.string(), announced: z.boolean() })),
  /** In the order the person chose. */
  projects: z.array(ProjectCard),
})
export type UserProfile = z.infer<typeof UserProfile>

const userList = z.object({ users: z.array(UserRow), ...paged })

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    access: 'curator',
    right: 'people',
    summary: 'Everybody, page by page',
    query: z.object({ page: Page, ...peopleFilter }),
    response: z.object({ users: z.array(AccountRow), ...paged }),
  }),
  students: endpoint({
    method: 'GET',
    path: '/api/users/students',
    access: 'staff',
    summary: 'Students of the user’s courses; one person of the school by exact e-mail',
    query: z.object({
      page: Page,
      search: Search,
      email: Email.optional(),
      course_id: QueryId,
      /** Students without a course, the newest first: for curators, who see them all. */
      without_course: z.literal('true').optional(),
    }),
    response: userList,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/{id}',
    access: 'public',
    summary: 'A profile',
    params: IdParams,
    response: z.object({ user: UserProfile }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users',
    access: 'curator',
    right: 'people',
    summary: 'Make an account; the person gets a letter with a link to set a password',
    body: UserCreate,
    status: 201,
    response: z.object({ user: UserProfile }),
  }),
  actOnMany: endpoint({
    method: 'POST',
    path: '/api/users/bulk',
    access: 'curator',
    right: 'people',
    summary:
      'Invite many again, sign them out everywhere, or turn their accounts off; each is done or refused on its own',
    body: ActOnPeople,
    response: BulkResult,
  }),
  givePasswords: endpoint({
    method: 'POST',
    path: '/api/users/passwords',
    access: 'staff',
    summary: 'Give people without an address new passwords; their sessions end, only this response has the passwords',
    body: z.object({ user_ids: z.array(Id).min(1).max(maxPasswordSlips) }),
    response: z.object({ slips: z.array(PasswordSlip) }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/{id}',
    access: 'user',
    summary: 'Change a profile',
    params: IdParams,
    body: UserChange,
    response: z.object({ user: UserProfile }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}',
    access: 'curator',
    right: 'people',
    summary:
      'Deactivate an account and sign it out everywhere; `active: true` brings it back. 409 for the last teacher of a published course, unless `successor_id` takes over',
    params: IdParams,
    query: z.object({ successor_id: QueryId }),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/password',
    access: 'user',
    // who signs in by the identity provider alone needs one to set up a second factor
    beforeSecondFactor: true,
    summary:
      'Change the user’s password; all other sessions end. Who has none gives no current one, in a session of the last 15 minutes',
    params: IdParams,
    body: z.object({ current_password: z.string().max(1000), password: Password }),
  }),
  orderProjects: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/projects-order',
    access: 'user',
    summary: 'Order the user’s projects; those that are left out follow by date',
    params: IdParams,
    body: z.object({ project_ids: z.array(Id).max(1000) }),
  }),
  setAvatar: endpoint({
    method: 'POST',
    path: '/api/users/{id}/avatar',
    access: 'user',
    summary: 'Set the avatar: a picture, cut to a square',
    params: IdParams,
    upload: true,
    response: z.object({ user: UserProfile }),
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/avatar',
    access: 'user',
    summary: 'Remove the avatar',
    params: IdParams,
    response: z.object({ user: UserProfile }),
  }),
}
