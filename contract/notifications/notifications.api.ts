import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { Id, Page, paged } from '#contract/http/fields.ts'
import { Notification } from '#contract/notifications/notifications.schema.ts'

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/notifications',
    access: 'user',
    summary: 'The user’s notifications, newest first',
    query: z.object({ page: Page }),
    response: z.object({ notifications: z.array(Notification), ...paged }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/users/notifications/read',
    access: 'user',
    summary: 'Mark the user’s notifications as read; other people’s ids change nothing',
    body: z.object({ ids: z.array(Id).max(1000) }),
    response: z.object({ unread: z.number().int() }),
  }),
}
