import { dayMs } from '#contract/durations.ts'
import { plural } from '#contract/plural.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { formatDuration } from '#web/ui/durations.ts'

/** Whether a task is still to be handed in. */
export const isToHandIn = (status: string) => status === 'draft' || status === 'returned'

/** Whether nothing is taken in any more. */
export const isClosed = (closes: string | null, now: Date) => closes !== null && new Date(closes) <= now

/** Whether a task has more time than its assignment gives. */
export const isExtended = (
  task: Pick<Task, 'extended_until' | 'due_at'>,
  assignment: Pick<Task['assignment'], 'due_at'>,
) => task.extended_until !== null && task.due_at !== assignment.due_at

/** Whether an attempt came after the due date. */
export const isLate = (task: Pick<Task, 'due_at'>, submitted: string) =>
  task.due_at !== null && new Date(submitted) > new Date(task.due_at)

/** The part of a task that decides about more time. */
type AskingTask = Pick<Task, 'draft' | 'status' | 'due_at' | 'closes_at' | 'extension_asked' | 'attempts'>

/**
 * The one place where a student asks for more time: the card beside the lesson while there is something to hand in and
 * its time gets short, otherwise the conversation, once there is one; null where nothing can be asked for.
 */
export const placeToAsk = (task: AskingTask, now: Date): 'card' | 'thread' | null => {
  const deadline = task.due_at ?? task.closes_at
  // a task without a draft is somebody else's
  if (task.draft === null || deadline === null) return null
  const isNear = new Date(deadline).getTime() - now.getTime() < 3 * dayMs
  if (isToHandIn(task.status.slug) && (isNear || task.extension_asked !== null)) return 'card'
  return ['draft', 'submitted', 'returned'].includes(task.status.slug) && task.attempts.length > 0 ? 'thread' : null
}

/** A deadline as text; `soon` and `late` are worth a colour. */
export interface DeadlineText {
  text: string
  /** How much is left, or that nothing is. */
  note: string
  state?: 'soon' | 'late'
}

/** «остался 1 день», «осталась 21 минута», «осталось 3 часа». */
const leftText = (now: Date, moment: string) => {
  const duration = formatDuration(now, moment)
  const first = /^(\d+)\s(минут)?/.exec(duration)
  const verb = first ? plural(Number(first[1]), first[2] ? 'осталась' : 'остался', 'осталось', 'осталось') : 'осталось'
  return `${verb} ${duration}`
}

const leftOf = (moment: string, now: Date, open: boolean, past: string): Omit<DeadlineText, 'text'> => {
  const left = new Date(moment).getTime() - now.getTime()
  if (!open || left > 3 * dayMs) return { note: '' }
  return left > 0 ? { note: leftText(now, moment), state: 'soon' } : { note: past, state: 'late' }
}

/** «До 25.11.2026 23:59», and how much is left of it while there is still something to hand in: `open`. */
export const dueText = (due: string, now: Date, open: boolean): DeadlineText => ({
  text: `До ${formatMoment(due)}`,
  ...leftOf(due, now, open, 'срок прошёл'),
})

/** «Приём закроется 28.11.2026 23:59», and how much is left of it. */
export const closingText = (closes: string, now: Date, open: boolean): DeadlineText =>
  isClosed(closes, now)
    ? { text: `Приём закрыт ${formatMoment(closes)}`, note: '', ...(open ? { state: 'late' } : {}) }
    : { text: `Приём закроется ${formatMoment(closes)}`, ...leftOf(closes, now, open, '') }
