import { z } from 'zod'
import { FileIds, StoredFile } from '#contract/files/files.schema.ts'
import { Id, Moment, RichText } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import { GradingInfo } from '#contract/journal/grading.schema.ts'
import { AssignmentRules } from '#contract/lessons/assignment.schema.ts'
import { NamedProjectStatus } from '#contract/projects/projects.schema.ts'
import { Lease, Review } from '#contract/reviews/reviews.schema.ts'
import { IdleReason } from '#contract/tasks/idle.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { ThreadEntry } from '#contract/threads/threads.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/**
 * What a student waits for besides a review: an answer in the thread, or more time. Possible for a task in any state.
 */
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
  /** The score in the scale of its course: «4», «зачёт», «85 %»; absent in points. */
  mark: z.string().optional(),
  /** The assignment's, or a later one for an extended task. */
  due_at: Moment.nullable(),
  /** Nothing can be handed in after it. */
  closes_at: Moment.nullable(),
  /** The extension of this task alone; null without one. */
  extended_until: Moment.nullable(),
  /** The assigned reviewer; null for none. */
  reviewer: z.object({ id: Id, name: z.string(), surname: z.string() }).nullable(),
  /** Why it needs no act by the reader; null while it may. */
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
  /** Until when a student asks for more time. */
  extension_asked: Moment.nullable(),
})
export type TaskRow = z.infer<typeof TaskRow>

/** An assignment that a student has not begun. */
export const AssignmentAhead = z.object({
  lesson: z.object({ id: Id, name: z.string() }),
  course: z.object({ id: Id, name: z.string() }),
  due_at: Moment.nullable(),
  closes_at: Moment.nullable(),
})
export type AssignmentAhead = z.infer<typeof AssignmentAhead>

/** For how long after the verdict a student is offered to make a project of a task, in days. */
export const projectOfferDays = 60

/** An accepted task that no project was made from: its student is offered to make one, until they decline. */
export const ProjectOffer = z.object({
  task_id: Id,
  lesson: z.object({ id: Id, name: z.string() }),
  course: z.object({ id: Id, name: z.string() }),
  score: z.number().nullable(),
})
export type ProjectOffer = z.infer<typeof ProjectOffer>

export const Task = z.object({
  ...taskHead,
  /** Only for its students; everybody else gets null. */
  draft: Draft.nullable(),
  attempts: z.array(Attempt),
  thread: z.array(ThreadEntry),
  likes: z.object({ count: z.number().int(), mine: z.boolean() }),
  lease: Lease.nullable(),
  /** Whether its student can take it back: no reviewer has taken the latest attempt, and it could be handed in again. */
  can_withdraw: z.literal(true).optional(),
  /** Rises with every verdict and reopening; a verdict may send the one it is based on. */
  review_revision: z.number().int(),
  /** The current rules of its assignment. */
  assignment: AssignmentRules,
  /** How marks are typed in its course; absent in points. */
  grading: GradingInfo.optional(),
  /** Since when a student's question in the thread waits for an answer. */
  question_at: Moment.nullable(),
  /** Until when its student asks for more time. */
  extension_asked: Moment.nullable(),
  /**
   * The usual wait of this course's tasks for a verdict: the median of the latest 50, in seconds; null before the
   * first.
   */
  usual_wait: z.number().int().nullable(),
  /** The project made from it, for those of its students who are named on it or asked to be; absent without one. */
  project: z
    .object({ id: Id, name: z.string(), status: NamedProjectStatus, asked: z.literal(true).optional() })
    .optional(),
})
export type Task = z.infer<typeof Task>

/** A web address; one without a scheme gets https. */
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

/** Without `file_ids` the draft keeps its files, without `link` its link; an empty link removes it. */
export const DraftChange = z.object({
  content: RichText,
  file_ids: FileIds.optional(),
  link: Link.nullish(),
  revision: z.number().int().min(0).max(2_147_483_647),
})

/** Rows per page of the queue. */
export const taskPageSize = 30
