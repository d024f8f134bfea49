import { Button } from '@mantine/core'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { isOverdue, overdueWords } from '#web/tasks/overdue.ts'
import { Card } from '#web/ui/Card.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** A work that came back. The reviewer's words come from the newest notification about it, if it is still at hand. */
export const ReturnedTask = ({ task, notifications }: { task: TaskRow; notifications: Notification[] }) => {
  const now = useNow()
  const said = notifications.find(({ type, lesson }) => type === 'task-returned' && lesson?.id === task.lesson.id)
  const words = said?.user && said.data.comment ? `${fullName(said.user)}: «${said.data.comment}»` : null
  return (
    <Card className={classes.returned}>
      <div>
        <Row gap={1} gapX={3} wrap>
          <StatusBadge status={task.status} />
          {task.due_at && isOverdue(task, now) && (
            <Text as="span" size={3} tone="bad" weight="strong" className={classes.late}>
              {overdueWords(task.due_at, now)}
            </Text>
          )}
        </Row>
        <h2>{task.lesson.name}</h2>
        <p className={words ? classes.said : undefined}>{words ?? task.course.name}</p>
      </div>
      <Button component={Link} to={taskAddress(task.lesson.id)} aria-label={`Исправить: ${task.lesson.name}`}>
        Исправить
      </Button>
    </Card>
  )
}
