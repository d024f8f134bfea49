import { IconHeartFilled } from '@tabler/icons-react'
import { formatNumber } from '#contract/format-number.ts'
import { maxPoints } from '#contract/lessons/max-points.ts'
import { Deadlines } from '#web/tasks/Deadlines.tsx'
import { isToHandIn } from '#web/tasks/deadlines.ts'
import classes from '#web/tasks/TaskView.module.css'
import type { TaskPage } from '#web/tasks/task-page.ts'
import { formatScore, ofPoints } from '#web/tasks/task-steps.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useHeightVariable } from '#web/ui/use-height-variable.ts'

/** The state of what is asked for and not begun. */
export const notBegun = { name: 'Не начато', color: 'idle', icon: 'pencil' }

/** The state of a task, in a line that stays in sight: its status, points and deadline. */
export const TaskFacts = ({ page: { task, assignment, readOnly } }: { page: TaskPage }) => {
  const element = useHeightVariable<HTMLElement>('--facts-height')
  const rules = assignment ?? task?.assignment ?? null
  const open = !readOnly && (!task || isToHandIn(task.status.slug))
  const max = rules && maxPoints(rules.criteria)
  const points =
    task?.score != null ? (task.mark ?? scoreText(task.score, max)) : max && open ? `до ${ofPoints(max)}` : null
  return (
    <Row
      as="section"
      ref={element}
      gap={0.5}
      gapX={4}
      wrap
      edge="bottom"
      className={classes.facts}
      aria-label="Состояние работы"
    >
      <StatusBadge status={task?.status ?? notBegun} />
      {points && (
        <Text as="b" size={4} weight="strong">
          {points}
        </Text>
      )}
      {task !== null && task.likes.count > 0 && (
        <Row as="span" gap={1.5} size={3} tone="bad" weight="medium">
          <IconHeartFilled size={16} aria-hidden="true" />
          Нравится!
        </Row>
      )}
      {(open || task?.status.slug === 'submitted') && (
        <Row as="span" gap={0} gapX={3} wrap align="stretch">
          <Deadlines
            due={task ? task.due_at : (rules?.due_at ?? null)}
            closes={task ? task.closes_at : (rules?.closes_at ?? null)}
            open={open}
          />
        </Row>
      )}
    </Row>
  )
}

/** «9 баллов из 10»; a score above what the criteria add up to is shown alone. */
const scoreText = (score: number, max: number | null) =>
  formatScore(score) + (max !== null && score <= max ? ` из ${formatNumber(max)}` : '')
