import { z } from 'zod'
import { LetterToken } from '#contract/auth/auth.schema.ts'
import { Family } from '#contract/family/family.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

const ByLink = z.object({ token: LetterToken })
const family = z.object({ family: Family })

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
