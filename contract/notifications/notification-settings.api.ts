import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import {
  NotificationSettings,
  NotificationSettingsChange,
  PushEndpoint,
  PushSubscriptionInput,
} from '#contract/notifications/notification-settings.schema.ts'

/** The token of a letter. */
const TokenParams = z.object({ token: z.string().max(200) })

export const notificationSettingsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/{id}/notification-settings',
    access: 'user',
    summary: 'Which events reach the user by which channel, and their quiet hours; only for the user',
    params: IdParams,
    response: z.object({ settings: NotificationSettings }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/notification-settings',
    access: 'user',
    summary: 'Change them; what is left out stays',
    params: IdParams,
    body: NotificationSettingsChange,
    response: z.object({ settings: NotificationSettings }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/users/push-subscriptions',
    access: 'user',
    summary: 'Send push messages to this browser of the user; 409 where the site has no keys',
    body: PushSubscriptionInput,
  }),
  unsubscribePush: endpoint({
    method: 'DELETE',
    path: '/api/users/push-subscriptions',
    access: 'user',
    summary: 'Stop push messages to this browser of the user',
    body: PushEndpoint,
  }),
  letters: endpoint({
    method: 'GET',
    path: '/api/unsubscribe/{token}',
    access: 'public',
    summary: 'Whose letters the link of a letter stops, and whether they are stopped',
    params: TokenParams,
    response: z.object({ email: z.string(), stopped: z.boolean() }),
  }),
  stopLetters: endpoint({
    method: 'POST',
    path: '/api/unsubscribe/{token}',
    access: 'public',
    summary: 'Stop all letters about events, by the link of a letter (RFC 8058); the body is ignored',
    params: TokenParams,
  }),
}
