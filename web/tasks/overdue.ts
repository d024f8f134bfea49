import type { AssignmentAhead, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { isClosed } from '#web/tasks/deadlines.ts'
import { counted } from '#web/ui/plural.ts'

const hour = 3_600_000
const day = 24 * hour

/** Something a student is asked for: a task that is begun, or an assignment that is not. */
export type Asked = AssignmentAhead & Partial<Pick<TaskRow, 'id' | 'status' | 'extension_asked'>>

/** Whether the due date has passed while the work is still taken. */
export const isOverdue = ({ due_at, closes_at }: Pick<Asked, 'due_at' | 'closes_at'>, now: Date) =>
  due_at !== null && new Date(due_at) < now && !isClosed(closes_at, now)

/** «Просрочено на 3 дня», «Просрочено на 5 часов». */
export const overdueWords = (due: string, now: Date) => {
  const late = now.getTime() - new Date(due).getTime()
  if (late >= day) return `Просрочено на ${counted(Math.floor(late / day), 'день', 'дня', 'дней')}`
  if (late >= hour) return `Просрочено на ${counted(Math.floor(late / hour), 'час', 'часа', 'часов')}`
  return 'Просрочено меньше чем на час'
}

/** The nearest deadline first, what has none last. */
export const byDeadline = (a: Pick<Asked, 'due_at' | 'closes_at'>, b: Pick<Asked, 'due_at' | 'closes_at'>) => {
  const [first, second] = [a, b].map(({ due_at, closes_at }) => due_at ?? closes_at ?? '9') as [string, string]
  return first < second ? -1 : Number(first > second)
}
