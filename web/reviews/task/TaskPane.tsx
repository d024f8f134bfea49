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

/** A longer name of a course may be cut: pointing at it shows the whole. */
const shortName = 32

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
        <Row gap={4} justify="between">
          <Row as="nav" aria-label="Путь к работе" size={2} tone="quiet" shrink>
            <Text
              as={Link}
              links="quiet"
              clip
              to={pathTo('courses.show', { id: task.course.id })}
              data-tip={task.course.name.length > shortName ? task.course.name : undefined}
            >
              {task.course.name}
            </Text>
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
          links="quiet"
          anywhere
          className={classes.title}
        >
          {task.idle === 'lesson-deleted' ? (
            <>{task.lesson.name} (урок удалён)</>
          ) : (
            <Link to={pathTo('lessons.show', { id: task.lesson.id })}>{task.lesson.name}</Link>
          )}
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
