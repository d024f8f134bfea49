import type { Task } from '#contract/tasks/tasks.schema.ts'
import { formatDuration, formatInWords } from '#web/ui/durations.ts'
import { plural } from '#web/ui/plural.ts'

const day = 86_400_000

/** Whether a work is still to be handed in. */
export const isToHandIn = (status: string) => status === 'draft' || status === 'returned'

/** Whether nothing is taken in any more. */
export const isClosed = (closes: string | null, now: Date) => closes !== null && new Date(closes) <= now

/** Whether an attempt came after the due date. */
export const isLate = (task: Pick<Task, 'due_at'>, submitted: string) =>
  task.due_at !== null && new Date(submitted) > new Date(task.due_at)

/** A deadline in words; `soon` and `late` are worth a colour. */
export interface DeadlineWords {
  text: string
  /** How much is left, or that nothing is. */
  note: string
  state?: 'soon' | 'late'
}

/** «остался 1 день», «осталась 21 минута», «осталось 3 часа». */
const leftWords = (now: Date, moment: string) => {
  const duration = formatDuration(now, moment)
  const first = /^(\d+)\s(минут)?/.exec(duration)
  const verb = first ? plural(Number(first[1]), first[2] ? 'осталась' : 'остался', 'осталось', 'осталось') : 'осталось'
  return `${verb} ${duration}`
}

const leftOf = (moment: string, now: Date, open: boolean, past: string): Omit<DeadlineWords, 'text'> => {
  const left = new Date(moment).getTime() - now.getTime()
  if (!open || left > 3 * day) return { note: '' }
  return left > 0 ? { note: leftWords(now, moment), state: 'soon' } : { note: past, state: 'late' }
}

/** «До 25 ноября, 23:59», and how much is left of it while there is still something to hand in: `open`. */
export const dueWords = (due: string, now: Date, open: boolean): DeadlineWords => ({
  text: `До ${formatInWords(due, now)}`,
  ...leftOf(due, now, open, 'срок прошёл'),
})

/** «Приём закроется 28 ноября, 23:59», and how much is left of it. */
export const closingWords = (closes: string, now: Date, open: boolean): DeadlineWords =>
  isClosed(closes, now)
    ? { text: `Приём закрыт ${formatInWords(closes, now)}`, note: '', ...(open ? { state: 'late' } : {}) }
    : { text: `Приём закроется ${formatInWords(closes, now)}`, ...leftOf(closes, now, open, '') }
