import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { useLease } from '#web/reviews/use-lease.ts'
import { AttemptTabs } from '#web/reviews/work/AttemptTabs.tsx'
import classes from '#web/reviews/work/WorkPane.module.css'
import { LikeButton } from '#web/tasks/LikeButton.tsx'
import { Thread } from '#web/threads/Thread.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** The middle pane: the work itself, attempt by attempt, and the conversation about it. */
export const WorkPane = ({ task, lease }: { task: Task; lease: ReturnType<typeof useLease> }) => {
  // the work comes first: the conversation below it is drawn once the work is seen
  const isSeen = useDeferredValue(true, false)
  return (
    <section className={classes.pane} aria-labelledby="desk-work-title">
      <article className={classes.article}>
        {lease.heldBy && (
          <div className={classes.banner} role="status">
            <IconHandStop size={20} stroke={1.75} aria-hidden="true" />
            <p>{lease.heldBy}</p>
            <Button size="sm" variant="default" loading={lease.pending} onClick={lease.takeOver}>
              Взять себе
            </Button>
          </div>
        )}
        <div className={classes.top}>
          <nav aria-label="Путь к работе" className={classes.crumbs}>
            <a href={pathTo('courses.show', { id: task.course.id })}>{task.course.name}</a>
            <span aria-hidden="true">›</span>
            <a href={pathTo('lessons.show', { id: task.lesson.id })}>{task.lesson.name}</a>
          </nav>
          <StatusBadge status={task.status} />
        </div>
        <h2 id="desk-work-title" tabIndex={-1} className={classes.title}>
          {task.lesson.name}
        </h2>
        <div className={classes.people}>
          {task.students.map((student) => (
            <PersonChip key={student.id} person={student} href={pathTo('users.show', { id: student.id })} />
          ))}
          <LikeButton task={task} />
        </div>
        <AttemptTabs task={task} />
        {isSeen && <Thread key={task.id} task={task} />}
      </article>
    </section>
  )
}
