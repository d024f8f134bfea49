import { called } from '#contract/users/student-word.ts'
import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import { curates } from '#contract/users/users.policy.ts'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { useCellAct } from '#web/journal/change-journal.ts'
import classes from '#web/journal/JournalTable.module.css'
import { cellDraftKey, useCellText } from '#web/journal/use-cell-text.ts'
import { placeOfCell } from '#web/journal/use-journal-edits.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'

/** What the server said of the field, or of the whole. */
const problemOf = (error: unknown, field: string) =>
  (error instanceof ApiError && error.fields[field]?.join('. ')) || describeError(error).detail

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
  onComment: (comment: string) => void
  onDone: () => void
}) => {
  const actor = useActor()
  const { extend, excuse } = useCellAct((summary) => {
    toast({ severity: 'success', summary, detail: assignment.lesson.name, key: 'journal' })
    onDone()
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
          pending={false}
          problem={null}
          empty=""
          onSend={(typed) => {
            if (typed.trim() !== cell.comment) onComment(typed.trim())
            onDone()
            return true
          }}
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
            if (until) extend.mutate({ ...place, until })
            return until !== null
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
          onSend={(reason) => {
            if (reason.trim()) excuse.mutate({ ...place, reason: reason.trim() })
            return reason.trim() !== ''
          }}
        />
      )}
    </>
  )
}

/** A field with its button; `onSend` is false for what cannot be sent. */
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
  onSend: (typed: string) => boolean
}) => {
  const { text: typed, setText: setTyped, forget } = useCellText(draftKey, first)
  const [refused, setRefused] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const isSent = onSend(typed)
    setRefused(!isSent)
    if (isSent) forget()
  }
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
