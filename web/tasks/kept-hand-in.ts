import type { Task } from '#contract/tasks/tasks.schema.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { readDevice } from '#web/ui/use-device-draft.ts'
import { mayKeepUploads } from '#web/uploads/uploads-flag.ts'

/** A hand-in that was begun: its key is repeated until the server has answered. */
export interface BegunHandIn {
  key: string
  /** How many attempts there were: a later hand-in needs a key of its own. */
  after: number
  /** Of the draft that was handed in. */
  revision: number
  /** In milliseconds since 1970. */
  at: number
}

/** The name under which the device keeps it. */
export const begunName = (task: Task, userId: number) => `submit:${userId}:${task.id}`

/** The hand-in that went off after the last attempt, if nobody has answered it yet. */
export const begunHandIn = (task: Task, userId: number) => {
  const kept = readDevice<BegunHandIn>(begunName(task, userId))
  return kept?.after === task.attempts.length ? kept : null
}

/** Whether a hand-in of this work went off without an answer, before a reload perhaps. */
export const isHandInUnanswered = (task: Task, userId: number) => begunHandIn(task, userId) !== null

/** Whether the device may have something of this work that the server does not: known without opening its databases. */
export const mayBeUnsent = (task: Task, userId: number) =>
  mayHold('draft') || mayKeepUploads() || isHandInUnanswered(task, userId)
