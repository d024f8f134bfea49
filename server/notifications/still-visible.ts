import { listVisibleAnnouncements } from '#server/announcements/announcements.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { DueRow } from '#server/notifications/deliveries.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Leaves out the announcements that are not for the person any more: they have left the course or the class since. */
export const stillVisible = async (tx: Db, user: User, rows: DueRow[]) => {
  const ids = rows.flatMap(({ announcement }) => (announcement ? [announcement.id] : []))
  if (ids.length === 0) return rows
  const visible = new Set((await listVisibleAnnouncements(tx, user, ids)).map(({ id }) => id))
  return rows.filter(({ announcement }) => announcement === null || visible.has(announcement.id))
}
