import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { verdictProblem } from '#contract/reviews/reviews.policy.ts'
import { isTouched } from '#contract/reviews/verdict-draft.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { lateDialog } from '#web/app/late.tsx'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { reportError } from '#web/data/report-error.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { draftConflictTexts, resolveConflict } from '#web/drafts/resolve-conflict.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { useDeskKey } from '#web/reviews/keys/desk-keys.ts'
import { askForPoints, fetchQuestion, missingPoints } from '#web/reviews/verdict/ask-for-points.ts'
import { CommentField } from '#web/reviews/verdict/CommentField.tsx'
import { CriteriaField, noteFieldId } from '#web/reviews/verdict/CriteriaField.tsx'
import { EarlierVerdict } from '#web/reviews/verdict/EarlierVerdict.tsx'
import { Refusal } from '#web/reviews/verdict/Refusal.tsx'
import { RemarksField } from '#web/reviews/verdict/RemarksField.tsx'
import { ScoreField } from '#web/reviews/verdict/ScoreField.tsx'
import { forgetRefused, sendVerdict, useSentVerdict } from '#web/reviews/verdict/sent-verdicts.ts'
import { useUnadded } from '#web/reviews/verdict/use-unadded.ts'
import { notesAlone, pointsOf, scoreProblem, takeMovedTask, verdictOf } from '#web/reviews/verdict/use-verdict.ts'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { type Chosen, VerdictBar } from '#web/reviews/verdict/VerdictBar.tsx'
import { VerdictScroll } from '#web/reviews/verdict/VerdictScroll.tsx'
import {
  emptyVerdict,
  type KeptVerdict,
  keptVerdict,
  lastReview,
  type VerdictChange,
  verdictFields,
  verdictsFor,
} from '#web/reviews/verdict/verdict-draft.ts'

const UnaddedDialog = lateDialog(() => import('#web/reviews/verdict/UnaddedDialog.tsx'))

/**
 * Judges an attempt. The verdict is sent while the desk moves to the next task; what is typed is kept as a draft until
 * the server has confirmed it.
 */
export const VerdictForm = ({
  task,
  attempt,
  draft,
  state,
  userId,
  asked,
  onReviewed,
  extra,
}: {
  task: Task
  attempt: Attempt
  draft: OpenDraft<KeptVerdict | null>
  state: DraftState<KeptVerdict | null>
  userId: number
  /** The version that the reviewer has asked to see; null until then. */
  asked: { attempt: number | undefined; review_revision: number } | null
  onReviewed: () => void
  extra: ReactNode
}) => {
  const client = useQueryClient()
  const { own, earlier } = verdictsFor(task, attempt, state.value)
  const current = { attempt: attempt.number, review_revision: task.review_revision }
  // the verdict is about what was on screen when it was begun, whatever is loaded meanwhile
  const [seen, setSeen] = useState(current)
  const [problem, setProblem] = useState('')
  const [chosen, setChosen] = useState<Chosen>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const score = useRef<HTMLInputElement>(null)
  const [refusedNotes, setRefusedNotes] = useState<number[]>([])
  // whether to accept with unmarked criteria is asked once for a task
  const askedForPoints = useRef(false)
  const asking = useRef(false)
  const buttons = { accepted: useRef<HTMLButtonElement>(null), returned: useRef<HTMLButtonElement>(null) }
  const sent = useSentVerdict(task.id)
  const refusal = sent?.phase === 'refused' ? sent.error : null
  const { criteria } = task.assignment
  const before = lastReview(task, attempt)
  const change = (changes: VerdictChange) => {
    // as it is by now: two changes may come before the form is drawn again
    const now = verdictsFor(task, attempt, draft.get().value)
    if (!isTouched(now.own)) setSeen(current)
    const next = { ...now.own, ...(typeof changes === 'function' ? changes(now.own) : changes) }
    draft.change(keptVerdict(task, attempt, next, now.earlier))
  }
  // the next task is drawn first
  useEffect(() => () => void setTimeout(() => draft.flush().catch(() => {})), [draft])
  const asksForPoints = criteria.length > 0
  useEffect(() => {
    if (asksForPoints) void fetchQuestion()
  }, [asksForPoints])
  const isUndoing = sent?.phase === 'undoing'
  const seeAgain = useEffectEvent(() =>
    // the form is not drawn again for the same version
    setSeen((before) =>
      before.attempt === current.attempt && before.review_revision === current.review_revision ? before : current,
    ),
  )
  useEffect(() => {
    // what one has taken back oneself is no news
    if (!isUndoing) seeAgain()
  }, [isUndoing])
  useEffect(() => {
    if (asked?.attempt !== attempt.number) return
    setSeen((before) =>
      before.review_revision < asked.review_revision ? { ...before, review_revision: asked.review_revision } : before,
    )
  }, [asked, attempt.number])
  useUnkept(state)
  const fields = refusal instanceof ApiError ? refusal.fields : {}
  const fieldError = (name: string) => fields[name]?.join('. ')

  const read = () => verdictsFor(task, attempt, draft.get().value).own
  const unadded = useUnadded(task.id, read, change)
  /** Shows what cannot be sent as it was typed, and would be lost with the draft. */
  const showUnsendable = (verdict: 'accepted' | 'returned') => {
    const now = read()
    const alone = notesAlone(now, criteria)
    const [note] = alone
    setRefusedNotes(alone)
    if (note !== undefined) document.getElementById(noteFieldId(note))?.focus()
    // a returned task gets no score
    else if (verdict === 'accepted' && scoreProblem(now.score, task)) score.current?.focus()
    else return false
    return true
  }
  const send = (verdict: 'accepted' | 'returned') => {
    if (asking.current || (sent && sent.phase !== 'refused') || showUnsendable(verdict)) return
    unadded.ask(verdict, () => sendNow(verdict))
  }
  const sendNow = async (verdict: 'accepted' | 'returned') => {
    const now = verdictsFor(task, attempt, draft.get().value)
    const body = verdictOf(now.own, verdict, isTouched(now.own) ? seen : current, criteria)
    const missing = verdictProblem(body)
    setProblem(missing ?? '')
    if (missing) return comment.current?.focus()
    const less = askedForPoints.current ? null : missingPoints(body, criteria, task.score)
    if (less) {
      askedForPoints.current = true
      asking.current = true
      const goOn = await askForPoints(less)
      asking.current = false
      if (!goOn) return setChosen(null)
    }
    unadded.askMessage(verdict, () => {
      unadded.release()
      sendVerdict(client, { task, body, typed: draft.get().value, userId })
      setChosen(null)
      onReviewed()
    })
  }
  const choose = (verdict: 'accepted' | 'returned') => {
    setChosen(verdict)
    // a returned task needs a comment first
    const missing = verdictProblem(verdictOf(own, verdict, seen, criteria)) !== null
    if (missing && !unadded.hasUnadded()) comment.current?.focus()
    else buttons[verdict].current?.focus()
  }
  const canChoose = (!sent || sent.phase === 'refused') && !state.theirs
  useDeskKey('accept', () => choose('accepted'), canChoose)
  useDeskKey('return', () => choose('returned'), canChoose)
  useDeskKey(
    'confirm',
    () =>
      chosen ? send(chosen) : setProblem(`Сначала выберите решение: «Принять» или «Вернуть ${called('студенту')}».`),
    canChoose,
  )
  const openAgain = async () => {
    try {
      const { task: fresh } = await call(tasksApi.get, { params: { id: task.id } })
      setSeen({ attempt: attempt.number, review_revision: fresh.review_revision })
      forgetRefused(task.id)
      takeMovedTask(client, fresh)
    } catch (error) {
      reportError(error)
    }
  }

  if (state.theirs) {
    const none: KeptVerdict = { attempt: attempt.number, verdict: emptyVerdict(task, attempt), earlier: null }
    return (
      <VerdictScroll>
        <DraftConflict
          texts={draftConflictTexts(state.theirs.saved_at)}
          differences={differencesOf(verdictFields(criteria), state.value ?? none, state.theirs.value ?? none)}
          onChoose={(whose) => resolveConflict(draft, whose)}
        />
      </VerdictScroll>
    )
  }
  const firstName = task.students.map(({ name }) => name).join(', ')
  const sum = pointsOf(own, criteria)
  const remarks = (
    <RemarksField
      draft={own}
      earlier={before?.remarks ?? []}
      courseId={task.course.id}
      firstName={firstName}
      change={change}
    />
  )
  // what was to be fixed is looked at first, also once it has been removed here: nothing changes places meanwhile
  const remarksFirst = emptyVerdict(task, attempt).remarks.length > 0
  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()} noValidate data-verdict-form>
      <VerdictScroll>
        {earlier && (
          <EarlierVerdict
            earlier={earlier}
            draft={draft}
            joined={(verdict) => keptVerdict(task, attempt, verdict, null)}
            own={own}
          />
        )}
        {refusal != null && !fieldError('comment') && !fieldError('score') && (
          <Refusal error={refusal} onOpenAgain={openAgain} />
        )}
        {remarksFirst && remarks}
        {criteria.length > 0 && (
          <CriteriaField
            criteria={criteria}
            draft={own}
            before={before?.criteria ?? []}
            refused={refusedNotes}
            change={change}
          />
        )}
        {!remarksFirst && remarks}
        <CommentField
          field={comment}
          value={own.comment}
          change={(text) => {
            change({ comment: text })
            setProblem('')
          }}
          course={task.course}
          firstName={firstName}
          error={problem || fieldError('comment')}
        />
        <ScoreField
          task={task}
          sum={sum}
          value={own.score}
          onChange={(score) => change({ score })}
          field={score}
          error={scoreProblem(own.score, task) ?? fieldError('score')}
        />
        {extra}
      </VerdictScroll>
      <VerdictBar
        kept={
          state.value ? (
            <DraftStatus state={state} onRetry={() => void draft.flush(true).catch(() => {})} note="Видите только вы" />
          ) : (
            `Попытка ${attempt.number}`
          )
        }
        chosen={chosen}
        sent={refusal == null ? sent : undefined}
        buttons={buttons}
        onSend={send}
      />
      {unadded.question && <UnaddedDialog key={unadded.question.about} {...unadded.question} />}
    </form>
  )
}
