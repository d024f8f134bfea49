import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { NewYear, NewYearPlan, NewYearProposal } from '#contract/new-years/new-years.schema.ts'

const newYear = z.object({ new_year: NewYear })

export const newYearsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/new-years',
    access: 'curator',
    right: 'all',
    summary: 'What a new year would do by the rules, and the last one that was carried out',
    response: z.object({ proposal: NewYearProposal, last: NewYear.nullable() }),
  }),
  plan: endpoint({
    method: 'POST',
    path: '/api/new-years',
    access: 'curator',
    right: 'all',
    summary: 'Plan a new year: every change, none of them carried out yet',
    body: NewYearPlan,
    status: 201,
    response: newYear,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/new-years/{id}/apply',
    access: 'curator',
    right: 'all',
    summary: 'Carry a plan out, all or nothing; 409 when what it was made from has changed since',
    params: IdParams,
    response: newYear,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/new-years/{id}/undo',
    access: 'curator',
    right: 'all',
    summary: 'Undo a new year as a whole; 409 when what it made was changed since',
    params: IdParams,
    response: newYear,
  }),
}
