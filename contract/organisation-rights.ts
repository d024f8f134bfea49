import type { Statuses } from '#contract/right-statuses.ts'

/** The part of `rights` about the section that the law requires. */
export const organisationRights: Record<string, Statuses> = {
  'GET /api/organisation/pages/{number}': [200, 200, 200, 200, 200, 200],
  'GET /api/organisation/pages/{number}/tables/{block}': [200, 200, 200, 200, 200, 200],
  'GET /api/organisation/overview': [401, 403, 403, 403, 403, 200],
  'GET /api/organisation/pages/{number}/draft': [401, 403, 403, 403, 403, 200],
  'PUT /api/organisation/pages/{number}/draft': [401, 403, 403, 403, 403, 200],
  // of a page with a draft
  'DELETE /api/organisation/pages/{number}/draft': [401, 403, 403, 403, 403, 200],
  'POST /api/organisation/pages/{number}/publish': [401, 403, 403, 403, 403, 200],
  'GET /api/organisation/pages/{number}/versions': [401, 403, 403, 403, 403, 200],
  'GET /api/organisation/pages/{number}/versions/{id}': [401, 403, 403, 403, 403, 200],
  'POST /api/organisation/pages/{number}/versions/{id}/restore': [401, 403, 403, 403, 403, 200],
  'GET /api/organisation/check': [401, 403, 403, 403, 403, 200],
  'POST /api/organisation/check': [401, 403, 403, 403, 403, 202],
  'GET /api/organisation/documents': [401, 403, 403, 403, 403, 200],
  'GET /api/organisation/documents/ending': [401, 403, 403, 403, 403, 200],
  'POST /api/organisation/documents': [401, 403, 403, 403, 403, 201],
  'GET /api/organisation/documents/signed': [401, 403, 403, 403, 403, 200],
  'GET /api/organisation/documents/signed/{kind}': [401, 403, 403, 403, 403, 200],
  // needs the signer's password
  'POST /api/organisation/documents/signed': [401, 403, 403, 403, 403, 201],
  'GET /api/organisation/signatures/{number}': [200, 200, 200, 200, 200, 200],
  // a document that no page shows
  'PUT /api/organisation/documents/{id}': [401, 403, 403, 403, 403, 200],
  'POST /api/organisation/documents/{id}/replace': [401, 403, 403, 403, 403, 201],
  'DELETE /api/organisation/documents/{id}': [401, 403, 403, 403, 403, 204],
  'POST /api/organisation/documents/{id}/restore': [401, 403, 403, 403, 403, 200],
}
