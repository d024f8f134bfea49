import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'
import { Lease } from '#contract/reviews/reviews.schema.ts'

/** What happened to a work; `verdict` reaches its students only when it can no longer be undone. */
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
 * What an open page is told. It names what changed, never its content: the page asks for that with its own rights.
 * Names of the stream's events are the values of `type`.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('task'),
    happening: TaskHappening,
    task_id: Id,
    lesson_id: Id,
    course_id: Id,
    /** Of `lease`: who has it now. */
    lease: Lease.nullish(),
  }),
  /** The reader has a new notification. */
  z.object({ type: z.literal('notification') }),
  /** Events may have been missed: everything that is shown is asked for again. */
  z.object({ type: z.literal('reset') }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
