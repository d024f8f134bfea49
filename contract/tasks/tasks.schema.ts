import { z } from 'zod'
import { FileIds, StoredFile } from '#contract/files/files.schema.ts'
import { Id, Moment, RichText, storable } from '#contract/http/fields.ts'
import { AssignmentRules } from '#contract/lessons/assignment.schema.ts'
import { NamedProjectStatus } from '#contract/projects/projects.schema.ts'
import { Lease, Review } from '#contract/reviews/reviews.schema.ts'
import { IdleReason } from '#contract/tasks/idle.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { ThreadEntry } from '#contract/threads/threads.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

export { TaskStatus } from '#contract/tasks/task-status.schema.ts'
export { taskStatuses } from '#contract/tasks/tasks.statuses.ts'

/** What a student waits for besides a review: an answer in the thread, or more time. A work of any state may ask. */
export const TaskAsk = z.enum(['question', 'extension'])
export type TaskAsk = z.infer<typeof TaskAsk>

/** An immutable, numbered hand-in; `review` is the verdict in force, if any. */
export const Attempt = z.object({
  number: z.number().int(),
  content: z.string(),
  files: z.array(StoredFile),
  link: z.string().nullable(),
  submitted_at: Moment,
  withdrawn_at: Moment.nullable(),
  review: Review.nullable(),
})
export type Attempt = z.infer<typeof Attempt>

export const Draft = z.object({
  content: z.string(),
  files: z.array(StoredFile),
  link: z.string().nullable(),
  revision: z.number().int(),
  saved_at: Moment.nullable(),
})
export type Draft = z.infer<typeof Draft>

const taskHead = {
  id: Id,
  status: NamedTaskStatus,
  students: z.array(Person),
  lesson: z.object({ id: Id, name: z.string() }),
  course: z.object({ id: Id, name: z.string() }),
  score: z.number().nullable(),
  /** The assignment's, or later for a work with more time. */
  due_at: Moment.nullable(),
  /** Nothing is handed in after it. */
  closes_at: Moment.nullable(),
  /** Until when this work alone has more time; null when nobody gave it more. */
  extended_until: Moment.nullable(),
  /** Who is to review it; null while nobody was named. */
  reviewer: z.object({ id: Id, name: z.string(), surname: z.string() }).nullable(),
  /** Why it asks the reader for nothing any more; null while it may. */
  idle: IdleReason.nullable(),
}

export const TaskRow = z.object({
  ...taskHead,
  /** The number of the latest attempt. */
  attempt: z.number().int().nullable(),
  submitted_at: Moment.nullable(),
  lease: Lease.nullable(),
  /** Rises with every verdict and reopening. */
  review_revision: z.number().int(),
  /** Since when a student's question in the thread waits for an answer. */
  question_at: Moment.nullable(),
  /** The moment a student asks to have time until. */
  extension_asked: Moment.nullable(),
})
export type TaskRow = z.infer<typeof TaskRow>

/** What a lesson asks a student for who has not begun it. */
export const AssignmentAhead = z.object({
  lesson: z.object({ id: Id, name: z.string() }),
  course: z.object({ id: Id, name: z.string() }),
  due_at: Moment.nullable(),
  closes_at: Moment.nullable(),
})
export type AssignmentAhead = z.infer<typeof AssignmentAhead>

export const Task = z.object({
  ...taskHead,
  /** Only its students have it; everybody else gets null. */
  draft: Draft.nullable(),
  attempts: z.array(Attempt),
  thread: z.array(ThreadEntry),
  likes: z.object({ count: z.number().int(), mine: z.boolean() }),
  lease: Lease.nullable(),
  /** Rises with every verdict and reopening; a verdict may name the one it was made on. */
  review_revision: z.number().int(),
  /** What its assignment asks for now. */
  assignment: AssignmentRules,
  /** Since when a student's question in the thread waits for an answer. */
  question_at: Moment.nullable(),
  /** The moment its student asks to have time until. */
  extension_asked: Moment.nullable(),
  /** How long works of this course usually wait for a verdict: the median of the latest 50, in seconds; null before any. */
  usual_wait: z.number().int().nullable(),
  /** The project that was made from it, for those of its students who are named there or asked to be; absent without one. */
  project: z
    .object({ id: Id, name: z.string(), status: NamedProjectStatus, asked: z.literal(true).optional() })
    .optional(),
})
export type Task = z.infer<typeof Task>

/** A web address; one without a scheme is meant as https. */
const Link = z
  .string()
  .trim()
  .max(2000, 'Слишком длинная ссылка')
  .transform(storable)
  // a name before a port is no scheme
  .transform((link) => (link === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(link) ? link : `https://${link}`))
  .refine((link) => link === '' || (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)), {
    message: 'Проверьте ссылку: она начинается с http:// или https://',
  })

/** Without `file_ids` the draft keeps the files it has, without `link` its link; an empty link takes it away. */
export const DraftChange = z.object({
  content: RichText,
  file_ids: FileIds.optional(),
  link: Link.nullish(),
  revision: z.number().int().min(0).max(2_147_483_647),
})

/** Rows of a page of the queue. */
export const taskPageSize = 30
