import { canAnnounce } from '#contract/announcements/announcements.policy.ts'
import type {
  AnnouncementAudience,
  AnnouncementChange,
  AnnouncementCreate,
} from '#contract/announcements/announcements.schema.ts'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import {
  deleteAnnouncement,
  findAnnouncingFacts,
  insertAnnouncement,
  listMissingAudience,
  listReaderIds,
  lockAnnouncement,
  updateAnnouncement,
} from '#server/announcements/announcements.repo.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { dropFiles, keepFiles } from '#server/files/keep-files.ts'
import { authorize, found, invalid } from '#server/http/refusal.ts'
import { deleteNotificationsOfAnnouncement } from '#server/notifications/notifications.repo.ts'

/** `same_as` of the notifications of an announcement. */
export const sameAsOf = (id: number) => `announcement:${id}`

const columnsOf = ({ course_ids, cohort_ids, roles }: AnnouncementAudience) => ({
  to_courses: [...new Set(course_ids)],
  to_cohorts: [...new Set(cohort_ids)],
  to_roles: [...new Set(roles)],
})

/** 403 when the audience is not the actor's to announce to, 422 for a course or class that does not exist. */
const checkAudience = async (tx: Db, actor: Actor, to: AnnouncementAudience) => {
  authorize(
    canAnnounce(actor, to, await findAnnouncingFacts(tx, actor.id)),
    `Преподаватель пишет объявления своим курсам и ${cohortCalled('toMany')}. Остальным пишет куратор.`,
  )
  const missing = await listMissingAudience(tx, to)
  if (missing.course_ids.length > 0)
    throw invalid('to.course_ids', 'Одного из этих курсов больше нет. Обновите страницу.')
  if (missing.cohort_ids.length > 0)
    throw invalid('to.cohort_ids', 'Кого-то из выбранных больше нет. Обновите страницу.')
}

const now = () => new Date().toISOString()

/** Adds an announcement; its readers are notified when it is shown. */
export const createAnnouncement = (db: Db, actor: Actor, { to, show_at, ...fields }: AnnouncementCreate) =>
  db.transaction(async (tx) => {
    await checkAudience(tx, actor, to)
    const content = cleanHtml(fields.content, 'course')
    const shownAt = show_at ?? now()
    const values = { ...fields, content, ...columnsOf(to), author_id: actor.id, show_at: shownAt }
    const { id } = await insertAnnouncement(tx, values)
    await keepFiles(tx, actor, { owner: 'school-announcement', id }, { texts: [content] })
    // not at once: where the database's clock is behind ours, it would find nothing to show, and be done
    await addEffect(tx, 'announcement-shown', { announcement_id: id }, shownAt)
    await addAuditEntry(tx, { actor, kind: 'announcement-created', object: { kind: 'announcement', id } })
    return id
  })

/** Changes an announcement. Its readers after the change are notified once. */
export const changeAnnouncement = (db: Db, actor: Actor, id: number, { to, show_at, ...change }: AnnouncementChange) =>
  db.transaction(async (tx) => {
    found(await lockAnnouncement(tx, id))
    if (to) await checkAudience(tx, actor, to)
    const content = change.content === undefined ? undefined : cleanHtml(change.content, 'course')
    const shownAt = show_at === undefined ? undefined : (show_at ?? now())
    await updateAnnouncement(tx, id, {
      ...change,
      ...(content !== undefined && { content }),
      ...(shownAt && { show_at: shownAt }),
      ...(to && columnsOf(to)),
    })
    if (content !== undefined) {
      await keepFiles(tx, actor, { owner: 'school-announcement', id }, { texts: [content] })
    }
    if (to || shownAt) {
      // whoever does not see it now is left no notification of it, and is notified when it is shown
      const readers = shownAt && shownAt > now() ? [] : await listReaderIds(tx, id)
      await deleteNotificationsOfAnnouncement(tx, id, readers)
      await addEffect(tx, 'announcement-shown', { announcement_id: id }, shownAt)
    }
    const fields = Object.keys({ ...change, ...(to && { to }), ...(shownAt && { show_at: shownAt }) })
    if (fields.length > 0) {
      const object = { kind: 'announcement' as const, id }
      await addAuditEntry(tx, { actor, kind: 'announcement-changed', object, after: { fields } })
    }
  })

/** Deletes an announcement, and the notifications of it. */
export const removeAnnouncement = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    found(await lockAnnouncement(tx, id))
    await dropFiles(tx, { owner: 'school-announcement', id })
    await deleteNotificationsOfAnnouncement(tx, id)
    await deleteAnnouncement(tx, id)
    await addAuditEntry(tx, { actor, kind: 'announcement-deleted', object: { kind: 'announcement', id } })
  })
