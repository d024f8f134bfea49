import '#web/ui/input-styles.ts'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NumberInput, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { ApiError, describeError, NetworkError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { draftConflictWords, resolveConflict } from '#web/drafts/resolve-conflict.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { deskToast } from '#web/reviews/desk-toast.ts'
import { EarlierVerdict } from '#web/reviews/EarlierVerdict.tsx'
import { RemarksField } from '#web/reviews/RemarksField.tsx'
import { takeMovedTask, useReview, verdictOf, verdictProblem } from '#web/reviews/use-verdict.ts'
import classes from '#web/reviews/Verdict.module.css'
import {
  emptyVerdict,
  type KeptVerdict,
  keptVerdict,
  type VerdictDraft,
  verdictFields,
  verdictsFor,
} from '#web/reviews/verdict-draft.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Judges an attempt. What is typed is kept as a draft until the server has confirmed the verdict. */
export const VerdictForm = ({
  task,
  attempt,
  draft,
  state,
  onReviewed,
  extra,
}: {
  task: Task
  attempt: Attempt
  draft: OpenDraft<KeptVerdict | null>
  state: DraftState<KeptVerdict | null>
  onReviewed: () => void
  extra: ReactNode
}) => {
  const client = useQueryClient()
  const { own, earlier } = verdictsFor(task, attempt, state.value)
  // the verdict is about what was on screen when it was begun, whatever is loaded meanwhile
  const [seen, setSeen] = useState({ attempt: attempt.number, review_revision: task.review_revision })
  const [problem, setProblem] = useState('')
  const comment = useRef<HTMLTextAreaElement>(null)
  const review = useReview(task.id, ({ verdict }) => {
    draft.end(earlier && { ...earlier, earlier: null })
    const name = task.students[0] ? `: ${fullName(task.students[0])}` : ''
    deskToast(
      verdict === 'accepted' ? 'Работа принята' : 'Работа возвращена на доработку',
      `${task.lesson.name}${name}`,
    )
    onReviewed()
  })
  const once = useSingle()
  const change = (changes: Partial<VerdictDraft>) => {
    // as it is by now: two changes may come before the form is drawn again
    const now = verdictsFor(task, attempt, draft.get().value)
    draft.change(keptVerdict(task, attempt, { ...now.own, ...changes }, now.earlier))
  }
  useEffect(() => () => void draft.flush().catch(() => {}), [draft])
  useUnkept(state)
  const fields = review.error instanceof ApiError ? review.error.fields : {}
  const fieldError = (name: string) => fields[name]?.join('. ')

  const send = (verdict: 'accepted' | 'returned') => {
    const body = verdictOf(own, verdict, seen)
    const missing = verdictProblem(body)
    setProblem(missing ?? '')
    if (missing) return comment.current?.focus()
    once(() => review.mutateAsync(body))
  }
  const openAnew = async () => {
    try {
      const { task: fresh } = await call(tasksApi.get, { params: { id: task.id } })
      setSeen({ attempt: attempt.number, review_revision: fresh.review_revision })
      review.reset()
      takeMovedTask(client, fresh)
    } catch (error) {
      reportError(error)
    }
  }

  if (state.theirs) {
    const none: KeptVerdict = { attempt: attempt.number, verdict: emptyVerdict(task, attempt), earlier: null }
    return (
      <div className={classes.scroll}>
        <DraftConflict
          words={draftConflictWords(state.theirs.saved_at)}
          differences={differencesOf(
            verdictFields(task.assignment.criteria),
            state.value ?? none,
            state.theirs.value ?? none,
          )}
          onChoose={(whose) => resolveConflict(draft, whose)}
        />
      </div>
    )
  }
  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()} noValidate>
      <div className={classes.scroll}>
        {earlier && (
          <EarlierVerdict
            earlier={earlier}
            draft={draft}
            joined={(verdict) => keptVerdict(task, attempt, verdict, null)}
            own={own}
          />
        )}
        <RemarksField draft={own} change={change} />
        <Textarea
          ref={comment}
          label="Комментарий к решению"
          placeholder="Что получилось, что поправить"
          autosize
          minRows={4}
          maxRows={14}
          maxLength={20_000}
          value={own.comment}
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
          value={own.score}
          onChange={(score) => change({ score })}
          error={fieldError('score')}
        />
        {extra}
        {review.isError && !fieldError('comment') && !fieldError('score') && (
          <Problem error={review.error} onOpenAnew={openAnew} />
        )}
      </div>
      <div className={classes.bar}>
        <div className={classes.kept}>
          {state.value ? (
            <DraftStatus state={state} onRetry={() => void draft.flush(true).catch(() => {})} note="Видите только вы" />
          ) : (
            `Попытка ${attempt.number}`
          )}
        </div>
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
      ? 'Не удалось отправить: нет сети. Решение сохранено в черновике.'
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
