import { taskAddress } from '#contract/tasks/task-places.ts'
import classes from '#web/home/Home.module.css'
import { dueIn } from '#web/home/words.ts'
import type { Asked } from '#web/tasks/overdue.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatTime } from '#web/ui/dates.ts'

const shown = 5
const hot = 2 * 24 * 3_600_000
const month = new Intl.DateTimeFormat('ru', { month: 'short' })

/** When works that are not handed in are due, the nearest first; those that are not begun as well. */
export const DueList = ({ tasks }: { tasks: Asked[] }) => {
  const nearest = tasks
    .flatMap((task) => (task.due_at ? [{ ...task, due_at: task.due_at }] : []))
    .sort((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))
    .slice(0, shown)
  return (
    <Card flush>
      <ul className={classes.rows}>
        {nearest.map(({ lesson, due_at }) => (
          <li key={lesson.id}>
            <a className={classes.due} href={taskAddress(lesson.id)}>
              <time
                dateTime={due_at}
                className={classes.day}
                data-hot={Date.parse(due_at) - Date.now() < hot || undefined}
              >
                <b>{new Date(due_at).getDate()}</b>
                <span>{month.format(new Date(due_at)).replace('.', '')}</span>
              </time>
              <span className={classes.words}>
                <b>{lesson.name}</b>
                <span>{dueIn(due_at, formatTime(due_at))}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
