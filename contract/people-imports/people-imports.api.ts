import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { PeopleImport, PeopleImportApply, PeopleImportSummary } from '#contract/people-imports/people-imports.schema.ts'

const imported = z.object({ import: PeopleImport })

export const peopleImportsApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/people-imports',
    access: 'curator',
    right: 'people',
    summary:
      'Check a file of people, CSV or XLSX: which rows are new, changed, same or wrong; nothing is changed yet. `columns` is JSON with the heading of each field that was not found by name',
    upload: true,
    uploadParts: ['columns'],
    status: 201,
    response: imported,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/people-imports',
    access: 'curator',
    right: 'people',
    summary: 'The last imports of people that were applied, the newest first',
    response: z.object({ imports: z.array(PeopleImportSummary) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/people-imports/{id}',
    access: 'curator',
    right: 'people',
    summary: 'An import of people with its rows',
    params: IdParams,
    response: imported,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/people-imports/{id}/apply',
    access: 'curator',
    right: 'people',
    summary:
      'Make and change the people of a checked file, all or nothing; 409 with wrong rows unless they are skipped',
    params: IdParams,
    body: PeopleImportApply,
    bodyOptional: true,
    response: imported,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/people-imports/{id}/undo',
    access: 'curator',
    right: 'people',
    summary: 'Undo an applied import as a whole; 409 when what it made was changed since',
    params: IdParams,
    response: imported,
  }),
}
