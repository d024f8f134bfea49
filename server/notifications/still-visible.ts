import { listVisibleAnnouncements } from '#server/announcements/announcements.repo.ts'
import type { Db } from '#server/db/database.ts'
import { listOpenIds } from '#server/lessons/lessons.repo.ts'
import type { DueRow } from '#server/notifications/deliveries.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** The new lesson that a row is about, which may be closed by now; null for other news: tasks stay readable. */
const newLessonOf = ({ notification, lesson }: DueRow) => (notification.type === 'lesson-published' ? lesson : null)

/**
 * Leaves out what is not for the person any more: announcements to a course or class that they have left since, and new
 * lessons that they cannot open.
 */
export const stillVisible = async (tx: Db, user: User, rows: DueRow[]) => {
  const announced = rows.flatMap(({ announcement }) => announcement?.id ?? [])
  const opened = rows.flatMap((row) => newLessonOf(row)?.id ?? [])
  const visible = new Set(
    announced.length === 0 ? [] : (await listVisibleAnnouncements(tx, user, announced)).map(({ id }) => id),
  )
  const open = new Set(opened.length === 0 ? [] : await listOpenIds(tx, opened, user.id))
  return rows.filter((row) => {
    const lesson = newLessonOf(row)
    return (row.announcement === null || visible.has(row.announcement.id)) && (lesson === null || open.has(lesson.id))
  })
}
