import { fullName } from '#contract/users/names.ts'
import { AskExtension } from '#web/tasks/AskExtension.tsx'
import { AssignmentText } from '#web/tasks/AssignmentText.tsx'
import { isExtended, placeToAsk } from '#web/tasks/deadlines.ts'
import { handInFacts } from '#web/tasks/hand-in-kinds.ts'
import classes from '#web/tasks/TaskView.module.css'
import type { TaskPage } from '#web/tasks/task-page.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
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
        <Fold shadow="card" className={isFirst ? classes.first : undefined} open={isFirst}>
          <FoldSummary>
            <Text as="h2" size={5} grow>
              Что нужно сделать
            </Text>
            <FoldArrow />
          </FoldSummary>
          <Stack gap={3} className={classes.asked}>
            {facts.length > 0 && (
              <Text size={3} tone="quiet" loose>
                {facts.join('. ')}
              </Text>
            )}
            <AssignmentText assignment={assignment} />
          </Stack>
        </Fold>
      )}
      {task && task.students.length > 1 && (
        <Text size={3} loose anywhere>
          <Text as="b" weight="medium">
            Команда:
          </Text>{' '}
          {task.students.map(fullName).join(', ')}
        </Text>
      )}
      {extended && (
        <Text size={3} tone="quiet" loose>
          Вам дали больше времени
        </Text>
      )}
      {asks && <AskExtension task={task} userId={userId} />}
    </>
  )
}
