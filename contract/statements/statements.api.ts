import { z } from 'zod'
import { LetterToken } from '#contract/auth/auth.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Statement } from '#contract/statements/statements.schema.ts'

const statement = z.object({ statement: Statement })

export const statementsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/{id}/statement',
    access: 'user',
    summary: 'A person’s marks in the courses they take and took: their own, or those in courses that the user may see',
    params: IdParams,
    response: statement,
  }),
  ofChild: endpoint({
    method: 'GET',
    path: '/api/family/{token}/children/{id}/statement',
    access: 'public',
    summary: 'The same of a parent’s child, by the link from the school’s letter',
    params: z.object({ token: LetterToken, ...IdParams.shape }),
    response: statement,
  }),
}
