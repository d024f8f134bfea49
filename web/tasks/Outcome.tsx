import type { Task } from '#contract/tasks/tasks.schema.ts'
import { formatScore, latestAttempt } from '#web/tasks/task-steps.ts'
import { usualWaitText } from '#web/tasks/usual-wait.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Text } from '#web/ui/layout.tsx'

/** The outcome of a task that is not being written. */
export const Outcome = ({ task }: { task: Task }) => {
  const attempt = latestAttempt(task)
  switch (task.status.slug) {
    case 'submitted':
      return (
        <div role="status">
          <Text weight="strong">
            Работа отправлена, попытка {attempt?.number}, {attempt && formatMoment(attempt.submitted_at)}
          </Text>
          <Text size={3} tone="quiet" loose>
            Когда её проверят, придёт уведомление, а ответ появится здесь.
            {task.usual_wait !== null && ` ${usualWaitText(task.usual_wait)}.`}
          </Text>
        </div>
      )
    case 'accepted':
      return (
        <Text weight="strong">
          Работа принята{task.score === null ? '' : `: ${formatScore(task.score, task.mark)}`}
        </Text>
      )
    default: {
      const reason = task.thread.findLast(({ kind }) => kind === 'excused')?.text
      return (
        <>
          <Text weight="strong">Это задание делать не нужно</Text>
          {reason && (
            <Text size={3} tone="quiet" loose>
              {reason}
            </Text>
          )}
        </>
      )
    }
  }
}
