import { IconHeartFilled } from '@tabler/icons-react'
import { maxPoints } from '#contract/lessons/assignment.schema.ts'
import { Deadlines } from '#web/tasks/Deadlines.tsx'
import { isToHandIn } from '#web/tasks/deadlines.ts'
import classes from '#web/tasks/TaskView.module.css'
import type { TaskPage } from '#web/tasks/task-page.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useHeightVariable } from '#web/ui/use-height-variable.ts'

/** The state of what is asked for and not begun. */
export const notBegun = { name: 'Не начато', color: 'idle', icon: 'pencil' }

/** Where a task stands, in a line that stays in sight: its state, points and deadline. */
export const TaskFacts = ({ page: { task, assignment, readOnly } }: { page: TaskPage }) => {
  const element = useHeightVariable<HTMLElement>('--facts-height')
  const rules = assignment ?? task?.assignment ?? null
  const open = !readOnly && (!task || isToHandIn(task.status.slug))
  const most = rules && maxPoints(rules.criteria)
  const points = task?.score != null ? scoreWords(task.score, most) : most && open ? `до ${formatScore(most)}` : null
  return (
    <section ref={element} className={classes.facts} aria-label="Состояние работы">
      <StatusBadge status={task?.status ?? notBegun} />
      {points && <b className={classes.points}>{points}</b>}
      {task !== null && task.likes.count > 0 && (
        <span className={classes.liked}>
          <IconHeartFilled size={16} aria-hidden="true" />
          Нравится!
        </span>
      )}
      {(open || task?.status.slug === 'submitted') && (
        <span className={classes.deadlines}>
          <Deadlines
            due={task ? task.due_at : (rules?.due_at ?? null)}
            closes={task ? task.closes_at : (rules?.closes_at ?? null)}
            open={open}
          />
        </span>
      )}
    </section>
  )
}

/** «9 баллов из 10»; a score above what the criteria add up to stands alone. */
const scoreWords = (score: number, most: number | null) =>
  formatScore(score) + (most !== null && score <= most ? ` из ${most.toLocaleString('ru')}` : '')
