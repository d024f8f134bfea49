import { Button } from '@mantine/core'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { Card } from '#web/ui/Card.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** A work that came back. The reviewer's words come from the newest notification about it, if it is still at hand. */
export const ReturnedWork = ({ task, notifications }: { task: TaskRow; notifications: Notification[] }) => {
  const said = notifications.find(({ type, lesson }) => type === 'task-returned' && lesson?.id === task.lesson.id)
  const words = said?.user && said.data.comment ? `${fullName(said.user)}: «${said.data.comment}»` : null
  return (
    <Card className={classes.returned}>
      <div>
        <StatusBadge status={task.status} />
        <h2>{task.lesson.name}</h2>
        <p className={words ? classes.said : undefined}>{words ?? task.course.name}</p>
      </div>
      <Button
        component={Link}
        to={`${pathTo('lessons.show', { id: task.lesson.id })}#work`}
        aria-label={`Исправить: ${task.lesson.name}`}
      >
        Исправить
      </Button>
    </Card>
  )
}
