import { z } from 'zod'
import { AskedConsent, Consent, ConsentSlug, GivenSlug, JournaledConsent } from '#contract/consents/consents.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams, Page, paged, Search } from '#contract/http/fields.ts'
import { TimeZone } from '#contract/http/time-zone.ts'

/** How somebody stands with what they are asked to agree to, and the whole of their journal, newest first. */
const ofPerson = z.object({ asked: z.array(AskedConsent), consents: z.array(Consent) })

const filter = { search: Search, document: ConsentSlug.optional() }

export const consentsApi = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/users/{id}/consents',
    access: 'user',
    summary: 'One’s consents: own, and everybody’s for curators',
    params: IdParams,
    answer: ofPerson,
  }),
  give: endpoint({
    method: 'POST',
    path: '/api/users/{id}/consents',
    access: 'user',
    summary: 'Agree to the version of a document that is in force; agreeing again changes nothing',
    params: IdParams,
    body: z.object({
      document: GivenSlug,
      /** The version that was read: 409 when another is in force by now. */
      version: z.number().int().optional(),
    }),
    status: 201,
    answer: ofPerson,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/consents/{document}',
    access: 'user',
    summary: 'Take a consent back; without one for personal data the account is erased in 14 days',
    params: z.object({ id: AddressId, document: ConsentSlug }),
    answer: ofPerson,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/consents',
    access: 'curator',
    summary: 'The journal of consents, newest first, page by page',
    query: z.object({ ...filter, page: Page }),
    answer: z.object({ consents: z.array(JournaledConsent), ...paged }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/consents/export',
    access: 'curator',
    summary: 'The journal of consents as a table for spreadsheet programs',
    query: z.object({ ...filter, time_zone: TimeZone }),
    fileTypes: ['text/csv'],
  }),
}
