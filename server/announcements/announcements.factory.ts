import { hourMs } from '#contract/durations.ts'
import { insertAnnouncement } from '#server/announcements/announcements.repo.ts'
import type { announcements } from '#server/announcements/announcements.table.ts'
import type { Db } from '#server/db/database.ts'

/** An announcement that was shown an hour ago, for nobody unless it says for whom. */
export const buildAnnouncement = (
  db: Db,
  values: Partial<typeof announcements.$inferInsert> & { author_id: number },
) => {
  const hourAgo = new Date(Date.now() - hourMs).toISOString()
  return insertAnnouncement(db, {
    title: 'Занятие перенесено',
    content: '<p>Встречаемся в среду.</p>',
    must_read: false,
    show_at: hourAgo,
    to_courses: [],
    to_cohorts: [],
    to_roles: [],
    ...values,
  })
}
