import { findAnnouncementToShow, listReaderIds } from '#server/announcements/announcements.repo.ts'
import { sameAsOf } from '#server/announcements/save-announcement.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'

/** Notifies the people whom an announcement is for, each once. */
export const announcementEffects: Pick<EffectHandlers, 'announcement-shown'> = {
  'announcement-shown': async (db, { announcement_id }) => {
    const announcement = await findAnnouncementToShow(db, announcement_id)
    if (!announcement) return
    await insertNotifications(db, await listReaderIds(db, announcement_id, { unread: true }), {
      type: 'announcement',
      actor_id: announcement.author_id,
      title: `Объявление: <b>${escapeHtml(announcement.title)}</b>`,
      announcement_id,
      same_as: sameAsOf(announcement_id),
    })
  },
}
