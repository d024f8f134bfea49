import { taskAddress } from '#contract/tasks/task-places.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { daysAgo } from '#web/home/words.ts'
import { Card } from '#web/ui/Card.tsx'
import { Box, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const shown = 5

/** A student's works that are being reviewed, the latest first. */
export const WithTeacher = ({ tasks }: { tasks: TaskRow[] }) => (
  <Card flush>
    <Box as="ul" plain className={classes.rows}>
      {tasks
        .toReversed()
        .slice(0, shown)
        .map(({ id, lesson, status, submitted_at }) => (
          <li key={id}>
            <Link className={classes.waits} to={taskAddress(lesson.id)}>
              <Text as="span" tight grow className={classes.words}>
                <b>{lesson.name}</b>
                {submitted_at && <span>отправлено {daysAgo(submitted_at)}</span>}
              </Text>
              <StatusBadge status={status} />
            </Link>
          </li>
        ))}
    </Box>
  </Card>
)
