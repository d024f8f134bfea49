import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import type { Task, TaskStatus } from '#contract/tasks/tasks.schema.ts'
import { ReasonButton } from '#web/tasks/ReasonButton.tsx'
import { ReviewNote } from '#web/tasks/ReviewNote.tsx'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { isTouched, type VerdictDraft, verdictKey } from '#web/tasks/use-verdict.ts'
import classes from '#web/tasks/Verdict.module.css'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

/** What was decided about a work, and how to go back on it. */
export const MadeVerdict = ({ task, userId, extra }: { task: Task; userId: number; extra: ReactNode }) => {
  const attempt = latestAttempt(task)
  const excused = task.thread.findLast(({ kind }) => kind === 'excused')
  return (
    <div className={classes.scroll}>
      <h3>Решение</h3>
      {task.status.slug === 'excused' ? (
        <p className={classes.reason}>
          Студент освобождён от задания.
          {excused?.text && <span>{excused.text}</span>}
        </p>
      ) : (
        attempt?.review && <ReviewNote review={attempt.review} />
      )}
      {attempt && <Unsent storageKey={verdictKey(userId, task.id, attempt.number)} />}
      <div className={classes.moves}>
        {canMove(task.status.slug as TaskStatus, 'reopen') && (
          <ReasonButton
            task={task}
            move="reopen"
            label="Вернуть на проверку"
            title="Вернуть на проверку"
            text="Решение отменится, и работа снова встанет в очередь. Студент увидит причину."
            done="Работа снова на проверке"
          />
        )}
        {extra}
      </div>
    </div>
  )
}

/** What one had typed when somebody else was faster. */
const Unsent = ({ storageKey }: { storageKey: string }) => {
  const [draft, setDraft] = useState(() => readDevice<VerdictDraft>(storageKey))
  if (!draft || !isTouched(draft)) return null
  const lines = [draft.comment, ...draft.remarks.filter(({ before }) => !before).map(({ text }) => text), draft.remark]
  return (
    <div className={classes.unsent}>
      <h4>Ваше решение не отправлено</h4>
      <p>{lines.filter((line) => line.trim()).join('\n')}</p>
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          writeDevice(storageKey, null)
          setDraft(null)
        }}
      >
        Убрать
      </Button>
    </div>
  )
}
