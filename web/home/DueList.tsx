import { dayMs } from '#contract/durations.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import classes from '#web/home/Home.module.css'
import { dueIn } from '#web/home/home-texts.ts'
import type { Asked } from '#web/tasks/overdue.ts'
import { CardList } from '#web/ui/Card.tsx'
import { formatTime } from '#web/ui/dates.ts'
import { Text } from '#web/ui/layout.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'

const shown = 5
const hot = 2 * dayMs
const months = ['янв', 'февр', 'март', 'апр', 'май', 'июнь', 'июль', 'авг', 'сент', 'окт', 'нояб', 'дек']

/** When tasks that are not handed in are due, the nearest first; those that are not begun as well. */
export const DueList = ({ tasks }: { tasks: Asked[] }) => {
  const nearest = tasks
    .flatMap((task) => (task.due_at ? [{ ...task, due_at: task.due_at }] : []))
    .sort((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))
    .slice(0, shown)
  return (
    <CardList>
      {nearest.map(({ lesson, due_at }) => (
        <li key={lesson.id}>
          <RowLink
            to={taskAddress(lesson.id)}
            lead={<Day due={due_at} />}
            title={lesson.name}
            note={dueIn(due_at, formatTime(due_at))}
          />
        </li>
      ))}
    </CardList>
  )
}

const Day = ({ due }: { due: string }) => {
  const tone = Date.parse(due) - Date.now() < hot ? 'bad' : undefined
  return (
    <Text as="time" pad={1} padX={0} tone={tone} ground={tone ?? 'sunken'} fixed className={classes.day} dateTime={due}>
      <Text as="b" block size={6} weight="heavy">
        {new Date(due).getDate()}
      </Text>
      <Text as="span" block loose size={1} tone={tone ?? 'quiet'}>
        {months[new Date(due).getMonth()]}
      </Text>
    </Text>
  )
}
