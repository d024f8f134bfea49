import { IconChevronDown } from '@tabler/icons-react'
import { fullName } from '#contract/users/names.ts'
import { AskExtension } from '#web/tasks/AskExtension.tsx'
import { AssignmentText } from '#web/tasks/AssignmentText.tsx'
import { isExtended, placeToAsk } from '#web/tasks/deadlines.ts'
import { handInFacts } from '#web/tasks/hand-in-kinds.ts'
import classes from '#web/tasks/TaskView.module.css'
import type { TaskPage } from '#web/tasks/task-page.ts'
import { Stack, Text } from '#web/ui/layout.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** What is asked for: open before the first hand-in, folded once there is something to fix or to read. */
export const AssignmentPanel = ({ page: { task, assignment, userId, readOnly } }: { page: TaskPage }) => {
  const now = useNow()
  const isFirst = !task || task.attempts.length === 0
  const facts = assignment ? handInFacts(assignment) : []
  const asks = task !== null && !readOnly && placeToAsk(task, now) === 'card'
  const extended = task !== null && assignment !== null && isExtended(task, assignment)
  return (
    <>
      {assignment && (
        <details className={isFirst ? `${classes.panel} ${classes.first}` : classes.panel} open={isFirst}>
          <summary>
            <h2>Что нужно сделать</h2>
            <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
          </summary>
          <Stack gap={3} className={classes.asked}>
            {facts.length > 0 && (
              <Text size={3} tone="quiet" className={classes.note}>
                {facts.join('. ')}
              </Text>
            )}
            <AssignmentText assignment={assignment} />
          </Stack>
        </details>
      )}
      {task && task.students.length > 1 && (
        <Text size={3} anywhere className={classes.team}>
          <Text as="b" weight="medium">
            Команда:
          </Text>{' '}
          {task.students.map(fullName).join(', ')}
        </Text>
      )}
      {extended && (
        <Text size={3} tone="quiet" className={classes.note}>
          Вам дали больше времени
        </Text>
      )}
      {asks && <AskExtension task={task} userId={userId} />}
    </>
  )
}
