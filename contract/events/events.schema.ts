import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'
import { Lease } from '#contract/reviews/reviews.schema.ts'

/** What happened to a task; `verdict` reaches its students only when it can no longer be undone. */
export const TaskHappening = z.enum([
  'lease',
  'submitted',
  'withdrawn',
  'verdict',
  'undone',
  'reopened',
  'excused',
  'comment',
  'extension',
  'remark',
  'assigned',
  'score',
  'team',
])
export type TaskHappening = z.infer<typeof TaskHappening>

/**
 * Many pages receive it at once: each waits for a random part of this time before it loads anything, in milliseconds.
 */
const within_ms = z.int().min(0).optional()

/**
 * An event for an open page. It has ids of what changed, never the content: the page loads that with its own rights.
 * The stream's event names are the values of `type`.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('task'),
    happening: TaskHappening,
    task_id: Id,
    lesson_id: Id,
    course_id: Id,
    /** The current holder, for `lease`. */
    lease: Lease.nullish(),
  }),
  /** Somebody changed a course or its outline; only its staff receive it. */
  z.object({ type: z.literal('course'), course_id: Id }),
  /** Somebody asked or answered under a lesson; its course receives it. */
  z.object({ type: z.literal('questions'), lesson_id: Id }),
  /** The reader has a new notification, or one less; with `read_ids` they have read these, on some page. */
  z.object({ type: z.literal('notification'), read_ids: z.array(Id).optional(), within_ms }),
  /** Events may have been missed: the page reloads everything it shows. */
  z.object({ type: z.literal('reset'), within_ms }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
