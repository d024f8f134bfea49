import { dayMs, hourMs } from '#contract/durations.ts'
import { counted } from '#contract/plural.ts'
import type { AssignmentAhead, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { isClosed } from '#web/tasks/deadlines.ts'

/** Something a student is asked for: a task that is begun, or an assignment that is not. */
export type Asked = AssignmentAhead & Partial<Pick<TaskRow, 'id' | 'status' | 'extension_asked'>>

/** Whether the due date has passed while the task can still be handed in. */
export const isOverdue = ({ due_at, closes_at }: Pick<Asked, 'due_at' | 'closes_at'>, now: Date) =>
  due_at !== null && new Date(due_at) < now && !isClosed(closes_at, now)

/** «Просрочено на 3 дня», «Просрочено на 5 часов». */
export const overdueText = (due: string, now: Date) => {
  const late = now.getTime() - new Date(due).getTime()
  if (late >= dayMs) return `Просрочено на ${counted(Math.floor(late / dayMs), 'день', 'дня', 'дней')}`
  if (late >= hourMs) return `Просрочено на ${counted(Math.floor(late / hourMs), 'час', 'часа', 'часов')}`
  return 'Просрочено меньше чем на час'
}

/** The nearest deadline first, what has none last. */
export const byDeadline = (a: Pick<Asked, 'due_at' | 'closes_at'>, b: Pick<Asked, 'due_at' | 'closes_at'>) => {
  const [first, second] = [a, b].map(({ due_at, closes_at }) => due_at ?? closes_at ?? '9') as [string, string]
  return first < second ? -1 : Number(first > second)
}
