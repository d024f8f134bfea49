import { canEditAnnouncement } from '#contract/announcements/announcements.policy.ts'
import type { Announcement } from '#contract/announcements/announcements.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type AnnouncementRow, countReaders, listAudiences } from '#server/announcements/announcements.repo.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Announcements as the actor may see them, with a constant number of queries. */
export const presentAnnouncements = async (db: Db, actor: Actor, rows: AnnouncementRow[]): Promise<Announcement[]> => {
  const editable = rows.filter(({ announcement }) => canEditAnnouncement(actor, announcement))
  const [files, counts, named] = await Promise.all([
    loadFiles(
      db,
      rows.map(({ announcement }) => ({ owner: 'school-announcement', id: announcement.id })),
    ),
    countReaders(
      db,
      editable.map(({ announcement }) => announcement.id),
    ),
    listAudiences(db, editable),
  ])
  return rows.map(({ announcement, author, is_reader, is_read }) => {
    const { id, title, content, must_read, show_at, to_courses, to_cohorts, to_roles } = announcement
    return {
      id,
      title,
      content: files.text('school-announcement', id, content),
      author: presentPerson(author),
      must_read,
      show_at,
      read: is_reader ? is_read : null,
      can_edit: canEditAnnouncement(actor, announcement),
      ...(canEditAnnouncement(actor, announcement) && {
        to: {
          courses: named.courses.filter((course) => to_courses.includes(course.id)),
          cohorts: named.cohorts.filter((cohort) => to_cohorts.includes(cohort.id)),
          roles: to_roles,
        },
        ...counts.get(id),
      }),
    }
  })
}
