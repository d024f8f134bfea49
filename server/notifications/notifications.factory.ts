import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { notifications } from '#server/notifications/notifications.table.ts'

export type NotificationRecord = typeof notifications.$inferSelect

/** Adds a notification for tests and the demo school; unread by default. */
export const buildNotification = async (
  db: Db,
  values: Pick<typeof notifications.$inferInsert, 'user_id'> & Partial<typeof notifications.$inferInsert>,
): Promise<NotificationRecord> => {
  const rows = await db
    .insert(notifications)
    .values({ type: 'course-enrolled', title: 'Вас записали на курс <b>Шрифт</b>', ...values })
    .returning()
  return onlyRow(rows)
}

/** Adds many at once, for the demo school. */
export const buildNotifications = async (db: Db, values: (typeof notifications.$inferInsert)[]) => {
  if (values.length > 0) await db.insert(notifications).values(values).onConflictDoNothing()
}
