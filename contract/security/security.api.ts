import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { paged } from '#contract/http/fields.ts'
import { SecurityEntry, SecurityQuery } from '#contract/security/security.schema.ts'

export const securityApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/security',
    access: 'curator',
    right: 'all',
    summary: 'The security log: sign-ins, failures, limits, refusals, exports, newest first, page by page',
    query: SecurityQuery,
    response: z.object({ entries: z.array(SecurityEntry), ...paged }),
  }),
}
