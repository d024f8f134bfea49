import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { LtiLaunchParams } from '#contract/lti/lti.schema.ts'
import {
  LtiAuthorization,
  LtiJwks,
  LtiLineItem,
  LtiLineItemsQuery,
  LtiResultsQuery,
  LtiScore,
  LtiServiceResult,
  LtiToken,
  LtiTokenRequest,
} from '#contract/lti/lti-services.schema.ts'

const page = ['text/html'] as const

/**
 * What tools and the browsers that they send ask for (LTI 1.3 Core, LTI AGS 2.0). Nobody is signed in there: a person
 * is known by the hint of a launch, a tool by its token.
 */
export const ltiServicesApi = {
  frame: endpoint({
    method: 'GET',
    path: '/api/lti/frames/{token}',
    access: 'public',
    summary: 'The page within a lesson that has the tool in a frame, by the token of a launch',
    params: LtiLaunchParams,
    fileTypes: page,
  }),
  authorize: endpoint({
    method: 'GET',
    path: '/api/lti/authorize',
    access: 'public',
    summary: 'Authentication request of a tool: its answer is a page that posts the signed message; once per launch',
    query: LtiAuthorization,
    fileTypes: page,
  }),
  authorizeByForm: endpoint({
    method: 'POST',
    path: '/api/lti/authorize',
    access: 'public',
    summary: 'The same by a form (application/x-www-form-urlencoded)',
    body: LtiAuthorization,
    fileTypes: page,
  }),
  jwks: endpoint({
    method: 'GET',
    path: '/api/lti/jwks',
    access: 'public',
    summary: 'The public keys that messages to tools are signed with',
    response: LtiJwks,
  }),
  token: endpoint({
    method: 'POST',
    path: '/api/lti/token',
    access: 'public',
    summary:
      'A token for a tool, by its signed assertion (application/x-www-form-urlencoded); refusals are those of OAuth',
    body: LtiTokenRequest,
    response: LtiToken,
  }),
  lineItems: endpoint({
    method: 'GET',
    path: '/api/lti/courses/{id}/lineitems',
    access: 'public',
    summary: 'The columns of a tool in a course: by its token',
    params: IdParams,
    query: LtiLineItemsQuery,
    response: z.array(LtiLineItem),
  }),
  lineItem: endpoint({
    method: 'GET',
    path: '/api/lti/lineitems/{id}',
    access: 'public',
    summary: 'A column of a tool: by its token',
    params: IdParams,
    response: LtiLineItem,
  }),
  score: endpoint({
    method: 'POST',
    path: '/api/lti/lineitems/{id}/scores',
    access: 'public',
    summary:
      'Keep the score of a student of the course: by the token of the tool. 409 for one that is older than the last',
    params: IdParams,
    body: LtiScore,
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/lti/lineitems/{id}/results',
    access: 'public',
    summary: 'The results in a column of a tool: by its token',
    params: IdParams,
    query: LtiResultsQuery,
    response: z.array(LtiServiceResult),
  }),
}
