import { threadsApi } from '#contract/threads/threads.api.ts'
import { useAct } from '#web/data/act.ts'

/** Asks for more time in the thread of a task; a new request replaces the previous one. */
export const useAskExtension = (taskId: number) =>
  useAct(threadsApi.askExtension, (body: { until: string; text: string }) => ({ params: { id: taskId }, body }))

const days = 3

/**
 * The end of the third day after the deadline, or from now when that has passed, as a `datetime-local` field holds it.
 */
export const suggestedUntil = (deadline: string | null, now: Date) => {
  const until = new Date(Math.max(now.getTime(), deadline ? new Date(deadline).getTime() : 0))
  until.setDate(until.getDate() + days)
  until.setHours(23, 59, 0, 0)
  return until.toISOString()
}

/** Whether more time can be asked for until this moment: it is ahead, and later than the deadline. */
export const mayAskFor = (until: string | null, deadline: string | null, now: Date) =>
  until !== null && new Date(until) > now && (deadline === null || new Date(until) > new Date(deadline))
