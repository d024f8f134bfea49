import type { AnnouncementAudience } from '#contract/announcements/announcements.schema.ts'
import { type Actor, isCurator, isStaff } from '#contract/users/users.policy.ts'

/** What the policy of announcements needs; `is_reader`: it is for this person, and shown by now. */
interface AnnouncementFacts {
  author_id: number
  is_reader: boolean
}

/** The courses that a teacher teaches, and the classes that they lead. */
export interface AnnouncingFacts {
  course_ids: number[]
  cohort_ids: number[]
}

/** Curators announce to anybody, teachers to their own courses and classes. */
export const canAnnounce = (actor: Actor, to: AnnouncementAudience, own: AnnouncingFacts) =>
  isCurator(actor) ||
  (isStaff(actor) &&
    to.roles.length === 0 &&
    to.course_ids.every((id) => own.course_ids.includes(id)) &&
    to.cohort_ids.every((id) => own.cohort_ids.includes(id)))

/** Its writer while they are on the staff, and curators. */
export const canEditAnnouncement = (actor: Actor, { author_id }: Pick<AnnouncementFacts, 'author_id'>) =>
  isCurator(actor) || (isStaff(actor) && author_id === actor.id)

export const canSeeAnnouncement = (actor: Actor, announcement: AnnouncementFacts) =>
  announcement.is_reader || canEditAnnouncement(actor, announcement)
