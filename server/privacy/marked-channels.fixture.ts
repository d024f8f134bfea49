import { dayMs } from '#contract/durations.ts'
import type { Db } from '#server/db/database.ts'
import {
  notificationDeliveries,
  notificationSettings,
  pushSubscriptions,
} from '#server/notifications/notification-settings.table.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'

/** What the marked person gets by which channel, their browser, and a letter that waits. */
export const addMarkedChannels = async (
  db: Db,
  { user_id, mark }: { user_id: number; mark: (column: `${string}.${string}`) => string },
) => {
  await db.insert(notificationSettings).values({ user_id, quiet_from: '22:00', quiet_to: '07:00' })
  await db.insert(pushSubscriptions).values({
    user_id,
    endpoint: `https://push.example/${mark('push_subscriptions.endpoint')}`,
    p256dh: mark('push_subscriptions.p256dh'),
    auth: mark('push_subscriptions.auth'),
  })
  const { id } = await buildNotification(db, { user_id })
  const due_at = new Date(Date.parse(hoursAgo(0)) + dayMs).toISOString()
  await db.insert(notificationDeliveries).values({ notification_id: id, user_id, channel: 'letter', due_at })
}
