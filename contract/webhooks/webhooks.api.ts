import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Delivery, DeliveryParams, NewWebhook, Webhook } from '#contract/webhooks/webhooks.schema.ts'

/** Addresses of other programs that are sent what happens, signed as in Standard Webhooks. */
export const webhooksApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhooks',
    access: 'curator',
    right: 'all',
    summary: 'Addresses that messages are sent to, newest first',
    response: z.object({ webhooks: z.array(Webhook) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/webhooks',
    access: 'curator',
    right: 'all',
    summary:
      'Send messages to an address; needs a fresh password. The secret that signs them is in this response alone',
    body: NewWebhook,
    status: 201,
    response: z.object({ webhook: Webhook, secret: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    access: 'curator',
    right: 'all',
    summary: 'Send nothing to an address any more, and delete its log',
    params: IdParams,
  }),
  ping: endpoint({
    method: 'POST',
    path: '/api/webhooks/{id}/ping',
    access: 'curator',
    right: 'all',
    summary: 'Send a message to try an address',
    params: IdParams,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    access: 'curator',
    right: 'all',
    summary: 'The newest messages to an address, max 100; kept for 30 days',
    params: IdParams,
    response: z.object({ deliveries: z.array(Delivery) }),
  }),
  repeat: endpoint({
    method: 'POST',
    path: '/api/webhooks/{id}/deliveries/{delivery_id}/repeat',
    access: 'curator',
    right: 'all',
    summary: 'Send a message again, whether it was delivered or not; 409 while it is still tried',
    params: DeliveryParams,
  }),
}
