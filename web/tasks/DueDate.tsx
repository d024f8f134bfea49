import classes from '#web/tasks/LessonTaskCard.module.css'
import { formatDuration, formatInWords } from '#web/ui/durations.ts'

const day = 86_400_000

/** «До 25 ноября, 23:59», and how much is left of it while there is still something to hand in. */
export const DueDate = ({ due, open }: { due: string; open: boolean }) => {
  const now = new Date()
  const left = new Date(due).getTime() - now.getTime()
  const state = !open || left > 3 * day ? undefined : left > 0 ? 'soon' : 'late'
  return (
    <span className={classes.due} data-state={state}>
      До {formatInWords(due, now)}
      {state === 'soon' && <span>, осталось {formatDuration(now, due)}</span>}
      {state === 'late' && <span>, срок прошёл</span>}
    </span>
  )
}
