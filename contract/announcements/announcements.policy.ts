import type { AnnouncementAudience } from '#contract/announcements/announcements.schema.ts'
import { type Actor, curates, isStaff } from '#contract/users/users.policy.ts'

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

/** Curators announce to the courses, or to the classes and the school, by their rights; teachers to their own. */
export const canAnnounce = (actor: Actor, to: AnnouncementAudience, own: AnnouncingFacts) => {
  const [toPeople, toCourses] = [curates(actor, 'people'), curates(actor, 'courses')]
  return (
    isStaff(actor) &&
    (toPeople || to.roles.length === 0) &&
    (toCourses || to.course_ids.every((id) => own.course_ids.includes(id))) &&
    (toPeople || to.cohort_ids.every((id) => own.cohort_ids.includes(id)))
  )
}

/** Its writer while they are on the staff, and curators who see to people. */
export const canDeleteAnnouncement = (actor: Actor, { author_id }: Pick<AnnouncementFacts, 'author_id'>) =>
  curates(actor, 'people') || (isStaff(actor) && author_id === actor.id)

/** The same, while they may still announce to those whom it is for: the right to an audience ends with the audience. */
export const canEditAnnouncement = (
  actor: Actor,
  { author_id, to }: Pick<AnnouncementFacts, 'author_id'> & { to: AnnouncementAudience },
  own: AnnouncingFacts,
) => canDeleteAnnouncement(actor, { author_id }) && (curates(actor, 'people') || canAnnounce(actor, to, own))

export const canSeeAnnouncement = (actor: Actor, announcement: AnnouncementFacts) =>
  announcement.is_reader || canDeleteAnnouncement(actor, announcement)
