import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams, Moment, Page, paged } from '#contract/http/fields.ts'
import { Erasure, ErasureWish } from '#contract/privacy/privacy.schema.ts'

export const privacyApi = {
  export: endpoint({
    method: 'GET',
    path: '/api/users/{id}/export',
    access: 'user',
    summary: 'All data of the user: a ZIP with data.json and the files; a few times an hour',
    params: IdParams,
    fileTypes: ['application/zip'],
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/users/{id}/erasure',
    access: 'user',
    summary:
      'Have an account erased in 14 days: the user’s own, or at a written request anybody’s for curators. 409 for them and the last teacher of a published course, unless `successor_id` takes over on that day',
    params: IdParams,
    body: ErasureWish,
    response: z.object({ erase_at: Moment }),
  }),
  keep: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/erasure',
    access: 'user',
    summary: 'Cancel that: the account stays; 409 while a consent that was taken back is not given again',
    params: IdParams,
  }),
  erasures: endpoint({
    method: 'GET',
    path: '/api/erasures',
    access: 'curator',
    right: 'people',
    summary: 'The record of erasures, newest first, page by page',
    query: z.object({ page: Page }),
    response: z.object({ erasures: z.array(Erasure), ...paged }),
  }),
}
