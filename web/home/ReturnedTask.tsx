import { Button } from '@mantine/core'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { UrgentCard } from '#web/home/UrgentCard.tsx'
import { isOverdue, overdueText } from '#web/tasks/overdue.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** A returned task. The reviewer's comment comes from the newest notification about it, if it is still there. */
export const ReturnedTask = ({ task, notifications }: { task: TaskRow; notifications: Notification[] }) => {
  const now = useNow()
  const returned = notifications.find(({ type, lesson }) => type === 'task-returned' && lesson?.id === task.lesson.id)
  const comment =
    returned?.user && returned.data.comment ? `${fullName(returned.user)}: «${returned.data.comment}»` : null
  return (
    <UrgentCard
      tone="warn"
      why={
        <Row gap={1} gapX={3} wrap>
          <StatusBadge status={task.status} />
          {task.due_at && isOverdue(task, now) && (
            <Text as="span" size={3} tone="bad" weight="strong">
              {overdueText(task.due_at, now)}
            </Text>
          )}
        </Row>
      }
      lesson={task.lesson.name}
      text={comment ?? task.course.name}
      action={
        <Button component={Link} to={taskAddress(task.lesson.id)} aria-label={`Исправить: ${task.lesson.name}`}>
          Исправить
        </Button>
      }
    />
  )
}
