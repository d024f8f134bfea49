import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { Avatar, Role } from '#contract/users/users.schema.ts'

export const NotificationType = z.enum([
  'project-like',
  'task-like',
  'task-accepted',
  'task-returned',
  'task-reopened',
  'task-excused',
  'task-comment',
  'task-scored',
  'task-extended',
  'task-extension-refused',
  'task-reminder',
  'team-joined',
  'team-left',
  'project-comment',
  'project-comment-removed',
  'project-hidden',
  'project-author-asked',
  'project-author-agreed',
  'course-enrolled',
  'application-declined',
  'lesson-published',
  'question-asked',
  'question-answered',
  'certificate-issued',
  'announcement',
  'handover',
  // for staff: see `NotificationKind`
  'task-given',
  'task-submitted',
  'task-question',
  'extension-asked',
  'application-received',
  'project-reported',
  'user-registered',
  'parent-declined',
  'document-term',
])
export type NotificationType = z.infer<typeof NotificationType>

/** Something that happened to a student (specification §3). */
export const Notification = z.object({
  id: Id,
  type: NotificationType,
  created_at: Moment,
  read_at: Moment.nullable(),
  user: z.object({ id: Id, name: z.string(), surname: z.string(), avatar: Avatar, role: Role }).nullable(),
  /** `title` is HTML made by the server from escaped names. */
  data: z.object({ title: z.string(), comment: z.string().nullable() }),
  /** `key`: the key in its address, when the person was there by a link with it. */
  project: z.object({ id: Id, name: z.string(), key: z.string().optional() }).nullable(),
  lesson: z.object({ id: Id, name: z.string() }).nullable(),
  status: NamedTaskStatus.nullable(),
  /** Where on the page of its lesson or project the event is: the id of an element; null for the page as a whole. */
  place: z.string().nullable(),
  announcement: z.object({ id: Id }).nullable(),
})
export type Notification = z.infer<typeof Notification>

/** How many of the newest are sent with the signed-in user. */
export const newestNotifications = 30
