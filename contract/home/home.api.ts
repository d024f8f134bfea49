import { z } from 'zod'
import { Home } from '#contract/home/home.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'

export const homeApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/home',
    access: 'public',
    summary: 'The main page as a guest reads it',
    response: z.object({ home: Home }),
  }),
}
