import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams, Page, paged } from '#contract/http/fields.ts'
import { RegistrationDecline, WaitingRegistration } from '#contract/registrations/registrations.schema.ts'

/** People who have registered and wait for a curator; `id` is that of the person. */
export const registrationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/registrations',
    access: 'curator',
    right: 'people',
    summary: 'People who have registered and wait for a curator, who waits longest first',
    query: z.object({ page: Page }),
    response: z.object({ registrations: z.array(WaitingRegistration), ...paged }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/registrations/{id}/accept',
    access: 'curator',
    right: 'people',
    summary: 'Let somebody in: they join the class whose code they had, and get a letter',
    params: IdParams,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/registrations/{id}/decline',
    access: 'curator',
    right: 'people',
    summary: 'Refuse somebody: they get a letter, and their data are erased',
    params: IdParams,
    body: RegistrationDecline,
    bodyOptional: true,
  }),
}
