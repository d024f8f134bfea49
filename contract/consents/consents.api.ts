import { z } from 'zod'
import { LetterToken } from '#contract/auth/auth.schema.ts'
import {
  AskedConsent,
  Consent,
  ConsentSlug,
  GivenByParent,
  GivenSlug,
  JournaledConsent,
  ParentsSlug,
} from '#contract/consents/consents.schema.ts'
import { PaperConsent } from '#contract/consents/paper-consents.schema.ts'
import { Reminded, Reminder, WaitingChild } from '#contract/consents/waiting-children.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams, Page, paged, Search } from '#contract/http/fields.ts'
import { TimeZone } from '#contract/http/time-zone.ts'

/** The consents a person is asked for, and their whole journal, newest first. */
const ofPerson = z.object({ asked: z.array(AskedConsent), consents: z.array(Consent) })

const filter = { search: Search, document: ConsentSlug.optional() }

export const consentsApi = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/users/{id}/consents',
    access: 'user',
    summary: 'A person’s consents: the user’s own, and everybody’s for curators',
    params: IdParams,
    response: ofPerson,
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
    response: ofPerson,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/users/{id}/consents/{document}/withdrawal',
    access: 'user',
    summary:
      'Take a consent back; without the one for personal data the account is erased in 14 days, which needs a fresh password',
    params: z.object({ id: AddressId, document: ConsentSlug }),
    body: z.object({
      /** Required where the account ends with the consent. */
      password: z.string().max(1000).optional(),
    }),
    response: ofPerson,
  }),
  ofParent: endpoint({
    method: 'GET',
    path: '/api/consents/parent',
    access: 'public',
    summary: 'What a parent agreed to for a child, by the link from the parent’s letter',
    query: z.object({ token: LetterToken }),
    response: GivenByParent,
  }),
  giveAsParent: endpoint({
    method: 'POST',
    path: '/api/consents/parent',
    access: 'public',
    summary:
      'A parent gives a consent (again): with that for the account it stays, with the other everybody may see works',
    body: z.object({
      token: LetterToken,
      document: ParentsSlug.default('parent-consent'),
      /** The version that was read: 409 when another is in force by now. */
      version: z.number().int(),
    }),
    response: GivenByParent,
  }),
  withdrawAsParent: endpoint({
    method: 'DELETE',
    path: '/api/consents/parent',
    access: 'public',
    summary:
      'A parent takes a consent back: the account is erased in 14 days, or projects are shown to the school alone',
    query: z.object({ token: LetterToken, document: ParentsSlug.default('parent-consent') }),
    response: GivenByParent,
  }),
  recordOnPaper: endpoint({
    method: 'POST',
    path: '/api/users/{id}/paper-consents',
    access: 'curator',
    right: 'people',
    summary: 'Record what a parent has signed on paper for a child, with its scan: the child may sign in',
    params: IdParams,
    body: PaperConsent,
    status: 201,
    response: ofPerson,
  }),
  withdrawOnPaper: endpoint({
    method: 'POST',
    path: '/api/users/{id}/paper-consents/{document}/withdrawal',
    access: 'curator',
    right: 'people',
    summary: 'Record that a parent has taken a consent back in writing, with the same consequences as by the link',
    params: z.object({ id: AddressId, document: ParentsSlug }),
    response: ofPerson,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/consents/waiting',
    access: 'curator',
    right: 'people',
    summary: 'Children whose accounts wait for a parent’s consent, who waits longest first',
    query: z.object({ search: Search, page: Page }),
    response: z.object({ waiting: z.array(WaitingChild), ...paged }),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/consents/waiting/reminders',
    access: 'curator',
    right: 'people',
    summary: 'Send the parents of these children, or of all who wait, the letter again; at most once a day each',
    body: Reminder,
    bodyOptional: true,
    response: Reminded,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/consents',
    access: 'curator',
    right: 'people',
    summary: 'The journal of consents, newest first, page by page',
    query: z.object({ ...filter, page: Page }),
    response: z.object({ consents: z.array(JournaledConsent), ...paged }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/consents/export',
    access: 'curator',
    right: 'all',
    summary: 'The journal of consents as a table for spreadsheet programs',
    query: z.object({ ...filter, time_zone: TimeZone }),
    fileTypes: ['text/csv'],
  }),
}
