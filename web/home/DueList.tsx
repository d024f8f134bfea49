import { taskAddress } from '#contract/tasks/task-places.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { dueIn } from '#web/home/words.ts'
import type { Asked } from '#web/tasks/overdue.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatTime } from '#web/ui/dates.ts'
import { Box, Text } from '#web/ui/layout.tsx'

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
      <Box as="ul" plain className={classes.rows}>
        {nearest.map(({ lesson, due_at }) => (
          <li key={lesson.id}>
            <Link className={classes.due} to={taskAddress(lesson.id)}>
              <Text
                as="time"
                dateTime={due_at}
                pad={1}
                padX={0}
                ground="sunken"
                fixed
                className={classes.day}
                data-hot={Date.parse(due_at) - Date.now() < hot || undefined}
              >
                <Text as="b" size={6} weight="heavy">
                  {new Date(due_at).getDate()}
                </Text>
                <Text as="span" size={1} tone="quiet">
                  {month.format(new Date(due_at)).replace('.', '')}
                </Text>
              </Text>
              <Text as="span" tight grow className={classes.words}>
                <b>{lesson.name}</b>
                <span>{dueIn(due_at, formatTime(due_at))}</span>
              </Text>
            </Link>
          </li>
        ))}
      </Box>
    </Card>
  )
}
