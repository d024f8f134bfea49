import { z } from 'zod'
import { LetterToken } from '#contract/auth/auth.schema.ts'
import { Family, Parent, ParentsChange, Studies } from '#contract/family/family.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Email } from '#contract/users/email.ts'

const ByLink = z.object({ token: LetterToken })
const family = z.object({ family: Family })
const parents = z.object({ parents: z.array(Parent) })

export const familyApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/family/{token}',
    access: 'public',
    summary: 'A parent’s children with their marks, due dates and absences, by the link from the school’s letter',
    params: ByLink,
    response: family,
  }),
  setWeekly: endpoint({
    method: 'PUT',
    path: '/api/family/{token}',
    access: 'public',
    summary: 'Whether the parent gets a letter with the news every week',
    params: ByLink,
    body: z.object({ weekly: z.boolean() }),
    response: family,
  }),
  renewLink: endpoint({
    method: 'POST',
    path: '/api/family/renewal',
    access: 'public',
    summary: 'Send a parent who has lost the letter a new link; the same response for every address',
    body: z.object({ email: Email }),
    response: z.object({ message: z.string() }),
  }),
  studies: endpoint({
    method: 'GET',
    path: '/api/users/{id}/studies',
    access: 'curator',
    right: 'courses',
    summary: 'The classes and courses of a person with their marks, due dates and absences',
    params: IdParams,
    response: z.object({ studies: Studies }),
  }),
  parents: endpoint({
    method: 'GET',
    path: '/api/users/{id}/parents',
    access: 'curator',
    right: 'people',
    summary: 'The parents of a child',
    params: IdParams,
    response: parents,
  }),
  setParents: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/parents',
    access: 'curator',
    right: 'people',
    summary: 'Set the parents of a child, all at once; who is not among them sees the child no longer',
    params: IdParams,
    body: ParentsChange,
    response: parents,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/api/users/{id}/family-link',
    access: 'curator',
    right: 'people',
    summary: 'Send the parents of a child a new link to their page; the links they had stop working',
    params: IdParams,
  }),
  endLink: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/family-link',
    access: 'curator',
    right: 'people',
    summary: 'End the links that the parents of a child have',
    params: IdParams,
  }),
}
