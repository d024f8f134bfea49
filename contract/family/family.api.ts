import { z } from 'zod'
import { LetterToken } from '#contract/auth/auth.schema.ts'
import { Family, Parent, ParentsChange } from '#contract/family/family.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

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
  parents: endpoint({
    method: 'GET',
    path: '/api/users/{id}/parents',
    access: 'curator',
    summary: 'The parents of a child',
    params: IdParams,
    response: parents,
  }),
  setParents: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/parents',
    access: 'curator',
    summary: 'Set the parents of a child, all at once; who is not among them sees the child no longer',
    params: IdParams,
    body: ParentsChange,
    response: parents,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/api/users/{id}/family-link',
    access: 'curator',
    summary: 'Send the parents of a child a new link to their page; the links they had stop working',
    params: IdParams,
  }),
  endLink: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/family-link',
    access: 'curator',
    summary: 'End the links that the parents of a child have',
    params: IdParams,
  }),
}
