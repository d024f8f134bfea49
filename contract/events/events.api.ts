import { z } from 'zod'
import { LiveEvent } from '#contract/events/events.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'

export const eventsApi = {
  listen: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'user',
    summary:
      'What happens to the caller’s works and notifications, live; goes on after the event named by Last-Event-ID',
    headers: z.object({ 'last-event-id': z.string().optional() }),
    stream: LiveEvent,
  }),
}
