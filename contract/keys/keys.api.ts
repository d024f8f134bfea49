import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { NewKey, ProgramKey } from '#contract/keys/keys.schema.ts'

/** Keys by which programs make calls for a curator. */
export const keysApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/keys',
    access: 'curator',
    right: 'all',
    summary: 'Keys of programs, newest first',
    response: z.object({ keys: z.array(ProgramKey) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/keys',
    access: 'curator',
    right: 'all',
    summary: 'Make a key for a program; needs a fresh password. The bearer token is in this response alone',
    body: NewKey,
    status: 201,
    response: z.object({ key: ProgramKey, token: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/keys/{id}',
    access: 'curator',
    right: 'all',
    summary: 'Delete a key: it stops working at once',
    params: IdParams,
  }),
}
