import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Program } from '#contract/programs/programs.schema.ts'

export const programsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/programs/{id}',
    access: 'public',
    summary: 'The public announcement of a course',
    params: IdParams,
    response: z.object({ program: Program }),
  }),
}
