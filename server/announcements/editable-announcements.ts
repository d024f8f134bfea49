import { type AnnouncingFacts, canEditAnnouncement } from '#contract/announcements/announcements.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type AnnouncementRow, findAnnouncingFacts, listAudiences } from '#server/announcements/announcements.repo.ts'
import type { Db } from '#server/db/database.ts'

const nothing: AnnouncingFacts = { course_ids: [], cohort_ids: [] }

/**
 * The courses and classes of these announcements by name, and which announcements the actor may change. A course or
 * class that is gone reaches nobody, and takes no right. It takes a constant number of queries.
 */
export const loadEditable = async (db: Db, actor: Actor, rows: AnnouncementRow[]) => {
  const [named, own] = await Promise.all([
    listAudiences(db, rows),
    rows.length === 0 ? nothing : findAnnouncingFacts(db, actor.id),
  ])
  const audienceOf = ({ announcement: { to_courses, to_cohorts, to_roles } }: AnnouncementRow) => ({
    courses: named.courses.filter(({ id }) => to_courses.includes(id)),
    cohorts: named.cohorts.filter(({ id }) => to_cohorts.includes(id)),
    roles: to_roles,
  })
  const canEdit = (row: AnnouncementRow) => {
    const { courses, cohorts, roles } = audienceOf(row)
    const to = { course_ids: courses.map(({ id }) => id), cohort_ids: cohorts.map(({ id }) => id), roles }
    return canEditAnnouncement(actor, { author_id: row.announcement.author_id, to }, own)
  }
  return { audienceOf, canEdit }
}
