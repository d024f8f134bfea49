import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/tasks/LessonWork.module.css'
import { formatScore, latestAttempt } from '#web/tasks/task-steps.ts'
import { usualWaitWords } from '#web/tasks/usual-wait.ts'
import { formatMoment } from '#web/ui/dates.ts'

/** What became of a task that is not written on. */
export const Outcome = ({ task }: { task: Task }) => {
  const attempt = latestAttempt(task)
  switch (task.status.slug) {
    case 'submitted':
      return (
        <div role="status">
          <p className={classes.strong}>
            Работа отправлена, попытка {attempt?.number}, {attempt && formatMoment(attempt.submitted_at)}
          </p>
          <p className={classes.note}>
            Когда её проверят, придёт уведомление, а ответ появится здесь.
            {task.usual_wait !== null && ` ${usualWaitWords(task.usual_wait)}.`}
          </p>
        </div>
      )
    case 'accepted':
      return <p className={classes.strong}>Работа принята{task.score === null ? '' : `: ${formatScore(task.score)}`}</p>
    default: {
      const reason = task.thread.findLast(({ kind }) => kind === 'excused')?.text
      return (
        <>
          <p className={classes.strong}>Это задание делать не нужно</p>
          {reason && <p className={classes.note}>{reason}</p>}
        </>
      )
    }
  }
}
