import type { Statuses } from '#contract/right-statuses.ts'

/** The part of `rights` about other programs of the school. */
export const integrationRights: Record<string, Statuses> = {
  'GET /api/keys': [401, 403, 403, 403, 403, 200],
  'POST /api/keys': [401, 403, 403, 403, 403, 201],
  'DELETE /api/keys/{id}': [401, 403, 403, 403, 403, 204],
  'GET /api/webhooks': [401, 403, 403, 403, 403, 200],
  'POST /api/webhooks': [401, 403, 403, 403, 403, 201],
  'DELETE /api/webhooks/{id}': [401, 403, 403, 403, 403, 204],
  'POST /api/webhooks/{id}/ping': [401, 403, 403, 403, 403, 204],
  'GET /api/webhooks/{id}/deliveries': [401, 403, 403, 403, 403, 200],
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/repeat': [401, 403, 403, 403, 403, 204],

  // a tool of the school, in the lesson; a launch of the caller's own
  'GET /api/lti/tools': [401, 403, 403, 403, 403, 200],
  'POST /api/lti/tools': [401, 403, 403, 403, 403, 201],
  'PUT /api/lti/tools/{id}': [401, 403, 403, 403, 403, 200],
  'DELETE /api/lti/tools/{id}': [401, 403, 403, 403, 403, 204],
  'POST /api/lti/keys': [401, 403, 403, 403, 403, 204],
  'GET /api/lessons/{id}/lti': [401, 404, 200, 404, 200, 200],
  'POST /api/lessons/{id}/lti': [401, 404, 403, 404, 201, 201],
  'PUT /api/lti/links/{id}': [401, 404, 403, 404, 200, 200],
  'DELETE /api/lti/links/{id}': [401, 404, 403, 404, 204, 204],
  'POST /api/lti/links/{id}/launch': [401, 404, 200, 404, 200, 200],
  'GET /api/lti/links/{id}/results': [401, 404, 403, 404, 200, 200],
  // of a tool that one of them, the student, has consented to
  'GET /api/lti/consents': [401, 200, 200, 200, 200, 200],
  'PUT /api/lti/consents/{id}': [401, 404, 200, 404, 404, 404],
  'DELETE /api/lti/consents/{id}': [401, 404, 204, 404, 404, 404],

  // the hint of a launch and the signature of the tool decide, not who calls
  'GET /api/lti/frames/{token}': [200, 200, 200, 200, 200, 200],
  'GET /api/lti/authorize': [200, 200, 200, 200, 200, 200],
  'POST /api/lti/authorize': [200, 200, 200, 200, 200, 200],
  'GET /api/lti/jwks': [200, 200, 200, 200, 200, 200],
  'POST /api/lti/token': [200, 200, 200, 200, 200, 200],
  // by the token of a tool alone
  'GET /api/lti/courses/{id}/lineitems': [401, 401, 401, 401, 401, 401],
  'GET /api/lti/lineitems/{id}': [401, 401, 401, 401, 401, 401],
  'POST /api/lti/lineitems/{id}/scores': [401, 401, 401, 401, 401, 401],
  'GET /api/lti/lineitems/{id}/results': [401, 401, 401, 401, 401, 401],
}
