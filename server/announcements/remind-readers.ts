import type { Actor } from '#contract/users/users.policy.ts'
import { listReaderIds } from '#server/announcements/announcements.repo.ts'
import type { announcements } from '#server/announcements/announcements.table.ts'
import { sameAsOf } from '#server/announcements/save-announcement.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'

/** Notifies the people who have not read an announcement again, each at most once a day (UTC); returns how many. */
export const remindReaders = (db: Db, actor: Actor, { id, title, show_at }: typeof announcements.$inferSelect) => {
  const today = new Date().toISOString()
  if (show_at > today)
    throw new Refusal('conflict', { detail: 'Объявление ещё не показано: напоминать пока не о чем.' })
  return db.transaction(async (tx) => {
    const reminded = await insertNotifications(tx, await listReaderIds(tx, id, { unread: true }), {
      type: 'announcement',
      actor_id: actor.id,
      title: `Напоминаем, прочитайте объявление: <b>${escapeHtml(title)}</b>`,
      announcement_id: id,
      same_as: `${sameAsOf(id)}:${today.slice(0, 10)}`,
    })
    return reminded.length
  })
}
