import { z } from 'zod'
import {
  Application,
  ApplicationCreate,
  ApplicationDecline,
  ApplicationStatus,
} from '#contract/applications/applications.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams, Page, paged, QueryId } from '#contract/http/fields.ts'

const application = z.object({ application: Application })

export const applicationsApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/programs/{id}/applications',
    access: 'user',
    summary: 'Apply to an announced course; applying again while the school has not answered changes the text',
    params: IdParams,
    body: ApplicationCreate,
    bodyOptional: true,
    status: 201,
    response: application,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/applications',
    access: 'user',
    summary:
      'Applications to the courses one teaches, to all courses for curators, one’s own for students: those without an answer first, oldest first, then the newest answers',
    query: z.object({ status: ApplicationStatus.optional(), program_id: QueryId, page: Page }),
    response: z.object({ applications: z.array(Application), ...paged }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/applications/{id}/accept',
    access: 'user',
    summary: 'Accept an application: its writer takes the course from now on',
    params: IdParams,
    response: application,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/applications/{id}/decline',
    access: 'user',
    summary: 'Decline an application; its writer is notified and reads the reason',
    params: IdParams,
    body: ApplicationDecline,
    bodyOptional: true,
    response: application,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/applications/{id}',
    access: 'user',
    summary: 'Withdraw the user’s own undecided application',
    params: IdParams,
  }),
}
