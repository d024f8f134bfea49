import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { focusVerdict } from '#web/reviews/focus-title.ts'
import { AttemptTabs } from '#web/reviews/task/AttemptTabs.tsx'
import { LeaseLine } from '#web/reviews/task/LeaseLine.tsx'
import { StudentAsks } from '#web/reviews/task/StudentAsks.tsx'
import classes from '#web/reviews/task/TaskPane.module.css'
import { LikeButton } from '#web/tasks/LikeButton.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** The middle pane: the task itself, attempt by attempt, and the conversation about it where there is room. */
export const TaskPane = ({
  task,
  userId,
  thread,
}: {
  task: Task
  userId: number
  /** The conversation about it; null where that is elsewhere. */
  thread: ReactNode
}) => {
  return (
    <section className={classes.pane} aria-labelledby="desk-work-title" data-takes-focus tabIndex={-1}>
      <article className={classes.article}>
        <LeaseLine task={task} userId={userId} />
        <Row gap={1.5} gapX={4} wrap justify="between">
          <Row
            links="quiet"
            as="nav"
            aria-label="Путь к работе"
            gap={0}
            gapX={1.5}
            wrap
            align="stretch"
            size={2}
            tone="quiet"
            shrink
            anywhere
          >
            <Link to={pathTo('courses.show', { id: task.course.id })}>{task.course.name}</Link>
            <span aria-hidden="true">›</span>
            {task.idle === 'lesson-deleted' ? (
              <span>{task.lesson.name} (урок удалён)</span>
            ) : (
              <Link to={pathTo('lessons.show', { id: task.lesson.id })}>{task.lesson.name}</Link>
            )}
          </Row>
          <StatusBadge status={task.status} />
        </Row>
        <Text
          as="h2"
          id="desk-work-title"
          tabIndex={-1}
          mt={1}
          mb={3}
          weight="heavy"
          anywhere
          className={classes.title}
        >
          {task.lesson.name}
        </Text>
        <Row gap={2} gapX={4.5} wrap mb={5}>
          {task.students.map((student) => (
            <PersonChip key={student.id} person={student} href={pathTo('users.show', { id: student.id })} />
          ))}
          {task.attempts.length > 0 && <LikeButton task={task} />}
        </Row>
        <StudentAsks task={task} />
        <AttemptTabs task={task} />
        {thread}
      </article>
      <Button className={classes.toVerdict} size="sm" variant="default" onClick={focusVerdict}>
        К решению
      </Button>
    </section>
  )
}
