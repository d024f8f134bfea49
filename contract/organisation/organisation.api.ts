import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import {
  OrganisationPage,
  OrganisationPageChange,
  OrganisationPageNumber,
} from '#contract/organisation/organisation.schema.ts'

export const organisationApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/organisation/pages/{number}',
    access: 'public',
    summary: 'A page of the organisation section',
    params: OrganisationPageNumber,
    answer: z.object({ page: OrganisationPage }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/organisation/pages/{number}',
    access: 'curator',
    summary: 'Change a page of the organisation section',
    params: OrganisationPageNumber,
    body: OrganisationPageChange,
    answer: z.object({ page: OrganisationPage }),
  }),
}
