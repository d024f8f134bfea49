import { z } from 'zod'
import { Id, line, Moment, MomentInput, RichText } from '#contract/http/fields.ts'
import { Person, RoleSlug } from '#contract/users/users.schema.ts'

/** Announcements on a page of the list. */
export const announcementPageSize = 20
/** Max characters of a title. */
export const maxAnnouncementTitle = 200

const ids = z.array(Id).max(500, 'Не больше 500').default([])

/** The readers of an announcement: students of courses and classes, everybody with a role. All roles: the school. */
export const AnnouncementAudience = z
  .object({ course_ids: ids, cohort_ids: ids, roles: z.array(RoleSlug).max(3).default([]) })
  .refine(
    ({ course_ids, cohort_ids, roles }) => course_ids.length + cohort_ids.length + roles.length > 0,
    'Выберите, для кого объявление.',
  )
export type AnnouncementAudience = z.output<typeof AnnouncementAudience>

const fields = {
  title: line(maxAnnouncementTitle),
  content: RichText,
  to: AnnouncementAudience,
  /** Readers confirm that they have read it. */
  must_read: z.boolean(),
  /** When it is shown, null: at once. */
  show_at: MomentInput.nullable(),
}

export const AnnouncementCreate = z.object({
  ...fields,
  content: fields.content.default(''),
  must_read: fields.must_read.default(false),
  show_at: fields.show_at.default(null),
})
export type AnnouncementCreate = z.output<typeof AnnouncementCreate>

export const AnnouncementChange = z.object(fields).partial()
export type AnnouncementChange = z.output<typeof AnnouncementChange>

const Named = z.object({ id: Id, name: z.string() })

/** An announcement as its reader sees it. */
export const Announcement = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  author: Person,
  must_read: z.boolean(),
  /** When it is shown; of the future only for its writer and curators. */
  show_at: Moment,
  /** Whether the reader has read it; null for those whom it is not for. */
  read: z.boolean().nullable(),
  /** May change it, list its readers and remind them. Its writer may delete it without this right, too. */
  can_edit: z.boolean(),
  /** For its writer and curators: whom it is for, how many of them there are, and how many have read it. */
  to: z.object({ courses: z.array(Named), cohorts: z.array(Named), roles: z.array(RoleSlug) }).optional(),
  read_count: z.number().int().optional(),
  reader_count: z.number().int().optional(),
})
export type Announcement = z.infer<typeof Announcement>

/** A reader of an announcement, for its writer. */
export const AnnouncementReader = z.object({ user: Person, read_at: Moment.nullable() })
export type AnnouncementReader = z.infer<typeof AnnouncementReader>
/** Max readers in the list of readers: those who have not read it come first. */
export const maxShownReaders = 1000
