import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { focusVerdict } from '#web/reviews/focus-title.ts'
import type { useLease } from '#web/reviews/use-lease.ts'
import { AttemptTabs } from '#web/reviews/work/AttemptTabs.tsx'
import { StudentAsks } from '#web/reviews/work/StudentAsks.tsx'
import classes from '#web/reviews/work/WorkPane.module.css'
import { LikeButton } from '#web/tasks/LikeButton.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** The middle pane: the work itself, attempt by attempt, and the conversation about it where there is room. */
export const WorkPane = ({
  task,
  lease,
  thread,
}: {
  task: Task
  lease: ReturnType<typeof useLease>
  /** The conversation about it; null where that stands elsewhere. */
  thread: ReactNode
}) => {
  return (
    <section className={classes.pane} aria-labelledby="desk-work-title" data-takes-focus tabIndex={-1}>
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
            {task.idle === 'lesson-deleted' ? (
              <span>{task.lesson.name} (урок удалён)</span>
            ) : (
              <a href={pathTo('lessons.show', { id: task.lesson.id })}>{task.lesson.name}</a>
            )}
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
          {task.attempts.length > 0 && <LikeButton task={task} />}
        </div>
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
