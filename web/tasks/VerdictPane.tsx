import { canExcuseTask, canMove } from '#contract/tasks/tasks.policy.ts'
import type { Task, TaskStatus } from '#contract/tasks/tasks.schema.ts'
import { useUser } from '#web/auth/session.ts'
import { MadeVerdict } from '#web/tasks/MadeVerdict.tsx'
import { ReasonButton } from '#web/tasks/ReasonButton.tsx'
import { attemptToReview } from '#web/tasks/use-verdict.ts'
import classes from '#web/tasks/Verdict.module.css'
import { VerdictForm } from '#web/tasks/VerdictForm.tsx'

/** The right pane: the verdict to make, or the one that was made and how to go back on it. */
export const VerdictPane = ({ task, userId, onReviewed }: { task: Task; userId: number; onReviewed: () => void }) => {
  const user = useUser()
  const attempt = attemptToReview(task)
  const mayExcuse =
    user !== null &&
    canExcuseTask({ id: user.id, role: user.role.slug }) &&
    canMove(task.status.slug as TaskStatus, 'excuse')
  const excuse = mayExcuse && (
    <ReasonButton
      task={task}
      move="excuse"
      label="Освободить"
      title="Освободить от задания"
      text="Работу больше не нужно сдавать. Студент увидит причину."
      done="Студент освобождён от задания"
    />
  )
  return (
    <section className={classes.pane} aria-label="Решение">
      {attempt ? (
        <VerdictForm
          key={attempt.number}
          task={task}
          attempt={attempt}
          userId={userId}
          onReviewed={onReviewed}
          extra={excuse}
        />
      ) : (
        <MadeVerdict task={task} userId={userId} extra={excuse} />
      )}
    </section>
  )
}
