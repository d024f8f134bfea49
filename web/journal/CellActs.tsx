import { called } from '#contract/users/student-word.ts'
import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import { curates } from '#contract/users/users.policy.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { focusErrorIn } from '#web/forms/focus-first-error.ts'
import { useCellAct } from '#web/journal/change-journal.ts'
import classes from '#web/journal/JournalTable.module.css'
import { commentNow } from '#web/journal/replace-score.ts'
import { cellDraftKey, useCellText } from '#web/journal/use-cell-text.ts'
import { placeOfCell } from '#web/journal/use-journal-edits.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'

/** What the server said of the field, or of the whole. */
const problemOf = (error: unknown, field: string) =>
  (error instanceof ApiError && error.fields[field]?.join('. ')) || describeError(error).detail

const commentProblem = (error: unknown) => {
  const now = commentNow(error)
  if (now === undefined) return describeError(error).detail
  return now
    ? `Комментарий уже другой: «${now}». Сохраните ещё раз, чтобы заменить его своим.`
    : 'Комментарий уже убрали. Сохраните ещё раз, чтобы вернуть его.'
}

/** A comment, more time for a task, and for curators an excuse from it; also where nothing was handed in. */
export const CellActs = ({
  student,
  assignment,
  cell,
  onComment,
  onDone,
}: {
  student: { id: number }
  assignment: JournalAssignment
  cell: JournalCell
  /** Called with a comment, and with the one that it takes the place of; false when it is kept to be saved again. */
  onComment: (comment: string, before: string) => Promise<boolean>
  onDone: () => void
}) => {
  const actor = useActor()
  const { extend, excuse } = useCellAct((summary) => {
    toast({ severity: 'success', summary, detail: assignment.lesson.name, key: 'journal' })
    onDone()
  })
  // what the person was shown: the cell may have changed since
  const [before, setBefore] = useState(cell.comment)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const comment = useMutation({
    mutationFn: (typed: string) => onComment(typed, before),
    onSuccess: (isSaved, typed) => isSaved && setBefore(typed),
    onError: (error) => {
      // closed in the meantime, the card shows no refusal
      if (!isOpen.current) reportError(error, 'Комментарий не сохранён')
      setBefore(commentNow(error) ?? before)
    },
  })
  const draftKey = (field: string) => cellDraftKey(actor, assignment, student, field)
  const place = placeOfCell(student, assignment, cell)
  const status = cell.status?.slug ?? 'draft'
  const isThere = cell.task_id !== null || assignment.deleted_at === null
  const mayExtend =
    assignment.due_at !== null &&
    assignment.deleted_at === null &&
    (status === 'submitted' || canMove(status, 'submit'))
  const mayExcuse = assignment.held_on === null && isThere && curates(actor, 'courses') && canMove(status, 'excuse')
  return (
    <>
      {isThere && (
        <OneField
          draftKey={draftKey('comment')}
          label="Комментарий"
          description={`Его увидит и ${called('студент')}`}
          maxLength={500}
          button="Сохранить комментарий"
          first={cell.comment}
          pending={comment.isPending}
          problem={comment.error && commentProblem(comment.error)}
          empty=""
          onSend={(typed) => comment.mutateAsync(typed.trim())}
          // closed in the meantime, the card has nothing to close
          onSent={() => isOpen.current && onDone()}
        />
      )}
      {mayExtend && (
        <OneField
          draftKey={draftKey('until')}
          withTime
          label="Больше времени, до"
          button="Продлить"
          first={cell.due_at ? toLocalInput(cell.due_at) : ''}
          pending={extend.isPending}
          problem={extend.error && problemOf(extend.error, 'until')}
          empty="Укажите день и время"
          onSend={(typed) => {
            const until = fromLocalInput(typed)
            return until === null ? null : extend.mutateAsync({ ...place, until })
          }}
        />
      )}
      {mayExcuse && (
        <OneField
          draftKey={draftKey('excuse')}
          label="Освободить от работы"
          description={`Причину увидит и ${called('студент')}`}
          button="Освободить"
          first=""
          pending={excuse.isPending}
          problem={excuse.error && problemOf(excuse.error, 'reason')}
          empty="Напишите, почему"
          onSend={(reason) => (reason.trim() ? excuse.mutateAsync({ ...place, reason: reason.trim() }) : null)}
        />
      )}
    </>
  )
}

/**
 * A field with its button; `onSend` returns null for what cannot be sent. A text that is refused stays, and so does one
 * that is typed while another is sent: `onSent` is called when there is none. One that is to be saved again stays for
 * the next time that the field is opened.
 */
const OneField = ({
  draftKey,
  withTime = false,
  maxLength = 2000,
  label,
  description,
  button,
  first,
  pending,
  problem,
  empty,
  onSend,
  onSent,
}: {
  draftKey: string
  /** Whether it asks for a moment instead of a text. */
  withTime?: boolean
  maxLength?: number
  label: string
  description?: string
  button: string
  first: string
  pending: boolean
  problem: string | null
  empty: string
  onSend: (typed: string) => Promise<unknown> | null
  onSent?: () => void
}) => {
  const { text: typed, setText: setTyped, isNewest, forget } = useCellText(draftKey, first)
  const [refused, setRefused] = useState(false)
  const form = useRef<HTMLElement>(null)
  const send = (event: FormEvent<HTMLElement>) => {
    event.preventDefault()
    if (pending) return
    form.current = event.currentTarget
    const sending = onSend(typed)
    setRefused(sending === null)
    // a refusal is the `problem`
    sending?.then(
      (isSaved) => {
        if (!isNewest(typed)) return
        if (isSaved !== false) forget()
        onSent?.()
      },
      () => {},
    )
  }
  // its button, which could not be pressed for a moment, has lost the focus
  useEffect(() => {
    if (problem !== null && form.current) focusErrorIn(form.current)
  }, [problem])
  const props = {
    label,
    description,
    value: typed,
    error: refused ? empty : problem,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value)
      setRefused(false)
    },
  }
  return (
    <Stack as="form" gap={2.5} mt={3} edge="top" className={classes.form} onSubmit={send} noValidate>
      {withTime ? <DateInput withTime {...props} /> : <TextInput maxLength={maxLength} {...props} />}
      <Button type="submit" size="sm" variant="default" loading={pending}>
        {button}
      </Button>
    </Stack>
  )
}
