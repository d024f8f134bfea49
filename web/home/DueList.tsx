import { pathTo } from '#contract/pages.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/home/Home.module.css'
import { dueIn } from '#web/home/words.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatTime } from '#web/ui/dates.ts'

const shown = 5
const hot = 2 * 24 * 3_600_000
const month = new Intl.DateTimeFormat('ru', { month: 'short' })

/** When works that are not handed in are due, the nearest first. */
export const DueList = ({ tasks }: { tasks: TaskRow[] }) => {
  const nearest = tasks
    .flatMap((task) => (task.due_at ? [{ ...task, due_at: task.due_at }] : []))
    .sort((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))
    .slice(0, shown)
  return (
    <Card flush>
      <ul className={classes.rows}>
        {nearest.map(({ id, lesson, due_at }) => (
          <li key={id}>
            <a className={classes.due} href={`${pathTo('lessons.show', { id: lesson.id })}#work`}>
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
