import type { Statuses } from '#contract/rights.ts'

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
}
