import { taskAddress } from '#contract/tasks/task-places.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { daysAgo } from '#web/home/home-texts.ts'
import { CardList } from '#web/ui/Card.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const shown = 5

/** A student's tasks that are being reviewed, the latest first. */
export const WithTeacher = ({ tasks }: { tasks: TaskRow[] }) => (
  <CardList>
    {tasks
      .toReversed()
      .slice(0, shown)
      .map(({ id, lesson, status, submitted_at }) => (
        <li key={id}>
          <RowLink
            to={taskAddress(lesson.id)}
            title={lesson.name}
            whole
            note={submitted_at && `отправлено ${daysAgo(submitted_at)}`}
          >
            <StatusBadge status={status} />
          </RowLink>
        </li>
      ))}
  </CardList>
)
