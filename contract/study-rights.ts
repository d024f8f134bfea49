import type { Statuses } from '#contract/right-statuses.ts'

/** The part of `rights` about how studies go: journals, what parents see, marks on paper. */
export const studyRights: Record<string, Statuses> = {
  'GET /api/courses/{id}/journal': [401, 404, 200, 404, 200, 200],
  'GET /api/courses/{id}/journal/cohorts': [401, 404, 403, 404, 200, 200],
  'GET /api/courses/{id}/journal/export': [401, 404, 403, 404, 200, 200],
  'GET /api/settings/periods': [401, 200, 200, 200, 200, 200],
  'PUT /api/settings/periods': [401, 403, 403, 403, 403, 200],
  'PUT /api/courses/{id}/journal/totals': [401, 404, 403, 404, 200, 200],
  'PUT /api/courses/{id}/journal/periods/{period_id}/lock': [401, 404, 403, 404, 403, 200],
  'PUT /api/courses/{id}/journal/cells': [401, 404, 403, 404, 200, 200],
  'POST /api/courses/{id}/journal/columns': [401, 404, 403, 404, 201, 201],
  'PUT /api/journal/columns/{id}': [401, 404, 403, 404, 200, 200],
  'DELETE /api/journal/columns/{id}': [401, 404, 403, 404, 204, 204],
  'PUT /api/courses/{id}/weights': [401, 404, 403, 404, 200, 200],

  'GET /api/progress': [401, 403, 403, 403, 403, 200],
  'GET /api/progress/export': [401, 403, 403, 403, 403, 200],

  // the link from the parent's letter decides; the child is the student
  'GET /api/family/{token}': [200, 200, 200, 200, 200, 200],
  'PUT /api/family/{token}': [200, 200, 200, 200, 200, 200],
  'POST /api/family/renewal': [200, 200, 200, 200, 200, 200],
  'GET /api/family/{token}/children/{id}/statement': [200, 200, 200, 200, 200, 200],
  'GET /api/users/{id}/studies': [401, 403, 403, 403, 403, 200],
  'GET /api/users/{id}/statement': [401, 403, 200, 403, 200, 200],
  'GET /api/users/{id}/parents': [401, 403, 403, 403, 403, 200],
  'PUT /api/users/{id}/parents': [401, 403, 403, 403, 403, 200],
  'POST /api/users/{id}/family-link': [401, 403, 403, 403, 403, 204],
  'DELETE /api/users/{id}/family-link': [401, 403, 403, 403, 403, 204],
}
