import { canDeleteAnnouncement } from '#contract/announcements/announcements.policy.ts'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type AnnouncementRow, countReaders } from '#server/announcements/announcements.repo.ts'
import { loadEditable } from '#server/announcements/editable-announcements.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Announcements as the actor may see them, with a constant number of queries. */
export const presentAnnouncements = async (db: Db, actor: Actor, rows: AnnouncementRow[]): Promise<Announcement[]> => {
  const written = rows.filter(({ announcement }) => canDeleteAnnouncement(actor, announcement))
  const [files, counts, { audienceOf, canEdit }] = await Promise.all([
    loadFiles(
      db,
      rows.map(({ announcement }) => ({ owner: 'school-announcement', id: announcement.id })),
    ),
    countReaders(
      db,
      written.map(({ announcement }) => announcement.id),
    ),
    loadEditable(db, actor, written),
  ])
  return rows.map((row) => {
    const { announcement, author, is_reader, is_read } = row
    const { id, title, content, must_read, show_at } = announcement
    return {
      id,
      title,
      content: files.text('school-announcement', id, content),
      author: presentPerson(author),
      must_read,
      show_at,
      read: is_reader ? is_read : null,
      can_edit: canEdit(row),
      ...(canDeleteAnnouncement(actor, announcement) && { to: audienceOf(row), ...counts.get(id) }),
    }
  })
}
