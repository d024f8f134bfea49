import { z } from 'zod'
import { FileIds, StoredFile } from '#contract/files/files.schema.ts'
import { Id, Moment, plainText, RichText, words } from '#contract/http/fields.ts'
import { Status } from '#contract/http/status.ts'
import type { TaskStatus as Slug } from '#contract/tasks/tasks.statuses.ts'
import { Person } from '#contract/users/users.schema.ts'

export { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
export type TaskStatus = Slug
export const TaskStatus = z.enum(['draft', 'submitted', 'returned', 'accepted', 'excused'])

/** Something to fix. */
export const Remark = z.object({ text: z.string(), done: z.boolean() })

export const Review = z.object({
  verdict: z.enum(['accepted', 'returned']),
  comment: z.string(),
  score: z.number().nullable(),
  remarks: z.array(Remark),
  user: Person,
  created_at: Moment,
})
export type Review = z.infer<typeof Review>

/** An immutable, numbered hand-in; `review` is the verdict in force, if any. */
export const Attempt = z.object({
  number: z.number().int(),
  content: z.string(),
  files: z.array(StoredFile),
  submitted_at: Moment,
  withdrawn_at: Moment.nullable(),
  review: Review.nullable(),
})
export type Attempt = z.infer<typeof Attempt>

export const Draft = z.object({
  content: z.string(),
  files: z.array(StoredFile),
  revision: z.number().int(),
  saved_at: Moment.nullable(),
})
export type Draft = z.infer<typeof Draft>

export const ThreadKind = z.enum(['comment', 'submitted', 'withdrawn', 'accepted', 'returned', 'reopened', 'excused'])
export type ThreadKind = z.infer<typeof ThreadKind>

/** A line of a task's one thread: what somebody wrote, or what happened. */
export const ThreadEntry = z.object({
  id: Id,
  kind: ThreadKind,
  text: z.string(),
  attempt: z.number().int().nullable(),
  user: Person,
  created_at: Moment,
})
export type ThreadEntry = z.infer<typeof ThreadEntry>

/** Who has a work open for review, and until when others are asked to leave it alone. */
export const Lease = z.object({
  user: z.object({ id: Id, name: z.string(), surname: z.string() }),
  expires_at: Moment,
})
export type Lease = z.infer<typeof Lease>

/** How long a lease lasts, in milliseconds. */
export const leaseTime = 20 * 60_000

const taskHead = {
  id: Id,
  status: Status,
  students: z.array(Person),
  lesson: z.object({ id: Id, name: z.string() }),
  course: z.object({ id: Id, name: z.string() }),
  score: z.number().nullable(),
  due_at: Moment.nullable(),
}

export const TaskRow = z.object({
  ...taskHead,
  /** The number of the latest attempt. */
  attempt: z.number().int().nullable(),
  submitted_at: Moment.nullable(),
  lease: Lease.nullable(),
})
export type TaskRow = z.infer<typeof TaskRow>

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
})
export type Task = z.infer<typeof Task>

/** Without `file_ids` the draft keeps the files it has. */
export const DraftChange = z.object({
  content: RichText,
  file_ids: FileIds.optional(),
  revision: z.number().int().min(0).max(2_147_483_647),
})

export const Verdict = z.object({
  attempt: z.number().int(),
  verdict: z.enum(['accepted', 'returned'], 'Выберите решение'),
  comment: plainText(20_000).optional(),
  score: z.number('Введите число').min(0, 'Не меньше нуля').max(1000, 'Не больше 1000').nullish(),
  remarks: z
    .array(z.object({ text: words(2000), done: z.boolean().optional() }))
    .max(100)
    .optional(),
  review_revision: z.number().int().optional(),
})
export type Verdict = z.output<typeof Verdict>

export const Reason = z.object({ reason: words(2000) })
export const CommentText = z.object({ text: words(5000) })

/** Rows of a page of the queue. */
export const taskPageSize = 30
