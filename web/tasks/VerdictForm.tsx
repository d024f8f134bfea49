import '#web/ui/input-styles.ts'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NumberInput, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { ApiError, describeError, NetworkError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { deskToast } from '#web/tasks/desk-toast.ts'
import { RemarksField } from '#web/tasks/RemarksField.tsx'
import {
  emptyVerdict,
  isTouched,
  takeMovedTask,
  useReview,
  type VerdictDraft,
  verdictKey,
  verdictOf,
  verdictProblem,
} from '#web/tasks/use-verdict.ts'
import classes from '#web/tasks/Verdict.module.css'
import { useDeviceDraft, writeDevice } from '#web/ui/use-device-draft.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Judges an attempt. What is typed is kept on the device until the server has confirmed the verdict. */
export const VerdictForm = ({
  task,
  attempt,
  userId,
  onReviewed,
  extra,
}: {
  task: Task
  attempt: Attempt
  userId: number
  onReviewed: () => void
  extra: ReactNode
}) => {
  const client = useQueryClient()
  const [draft, setDraft, clear] = useDeviceDraft(
    verdictKey(userId, task.id, attempt.number),
    emptyVerdict(task, attempt),
  )
  // the verdict is about what was on screen when it was begun, whatever is loaded meanwhile
  const [seen, setSeen] = useState({ attempt: attempt.number, review_revision: task.review_revision })
  const [problem, setProblem] = useState('')
  const comment = useRef<HTMLTextAreaElement>(null)
  const review = useReview(task.id, ({ verdict }) => {
    clear()
    const name = task.students[0] ? `: ${fullName(task.students[0])}` : ''
    deskToast(
      verdict === 'accepted' ? 'Работа принята' : 'Работа возвращена на доработку',
      `${task.lesson.name}${name}`,
    )
    onReviewed()
  })
  const once = useSingle()
  const change = (changes: Partial<VerdictDraft>) => setDraft({ ...draft, ...changes })
  const fields = review.error instanceof ApiError ? review.error.fields : {}
  const fieldError = (name: string) => fields[name]?.join('. ')

  const send = (verdict: 'accepted' | 'returned') => {
    const body = verdictOf(draft, verdict, seen)
    const missing = verdictProblem(body)
    setProblem(missing ?? '')
    if (missing) return comment.current?.focus()
    once(() => review.mutateAsync(body))
  }
  const openAnew = async () => {
    try {
      const { task: fresh } = await call(tasksApi.get, { params: { id: task.id } })
      const latest = fresh.attempts.findLast(({ withdrawn_at }) => withdrawn_at === null)
      // the words were meant for this student all the same: they move on to the new attempt
      if (latest && latest.number !== attempt.number && isTouched(draft))
        writeDevice(verdictKey(userId, task.id, latest.number), draft)
      setSeen({ attempt: attempt.number, review_revision: fresh.review_revision })
      review.reset()
      takeMovedTask(client, fresh)
    } catch (error) {
      reportError(error)
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()} noValidate>
      <div className={classes.scroll}>
        <RemarksField draft={draft} change={change} />
        <Textarea
          ref={comment}
          label="Комментарий к решению"
          placeholder="Что получилось, что поправить"
          autosize
          minRows={4}
          maxRows={14}
          maxLength={20_000}
          value={draft.comment}
          onChange={(event) => {
            change({ comment: event.currentTarget.value })
            setProblem('')
          }}
          error={problem || fieldError('comment')}
        />
        <NumberInput
          label="Баллы"
          description="По желанию, когда работа принята"
          min={0}
          max={1000}
          clampBehavior="strict"
          decimalSeparator=","
          allowedDecimalSeparators={['.', ',']}
          hideControls
          className={classes.score}
          value={draft.score}
          onChange={(score) => change({ score })}
          error={fieldError('score')}
        />
        {extra}
        {review.isError && !fieldError('comment') && !fieldError('score') && (
          <Problem error={review.error} onOpenAnew={openAnew} />
        )}
      </div>
      <div className={classes.bar}>
        <p className={classes.kept}>
          {isTouched(draft) ? 'Черновик решения на этом устройстве, его видите только вы' : `Попытка ${attempt.number}`}
        </p>
        <Button
          variant="default"
          size="lg"
          disabled={review.isPending}
          loading={review.isPending && review.variables?.verdict === 'returned'}
          onClick={() => send('returned')}
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
        >
          Вернуть
        </Button>
        <Button
          color="green"
          size="lg"
          className={classes.accept}
          disabled={review.isPending}
          loading={review.isPending && review.variables?.verdict === 'accepted'}
          onClick={() => send('accepted')}
          leftSection={<IconCheck size={18} stroke={2} aria-hidden="true" />}
        >
          Принять
        </Button>
      </div>
    </form>
  )
}

const Problem = ({ error, onOpenAnew }: { error: Error; onOpenAnew: () => void }) => {
  const conflict = error instanceof ApiError && error.status === 409
  const text =
    error instanceof NetworkError
      ? 'Не удалось отправить: нет сети. Решение сохранено на этом устройстве.'
      : describeError(error).detail
  return (
    <div className={classes.problem} role="alert">
      <p>{text}</p>
      {conflict && (
        <Button size="sm" variant="default" onClick={onOpenAnew}>
          Открыть заново
        </Button>
      )}
    </div>
  )
}
