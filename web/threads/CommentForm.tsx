import { called } from '#contract/users/student-word.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Skeleton, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { latePart } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { reportError } from '#web/data/report-error.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { messageFieldId } from '#web/threads/focus-message.ts'
import type { NoteSwitchProps } from '#web/threads/NoteSwitch.tsx'
import classes from '#web/threads/Thread.module.css'
import { openMessage } from '#web/threads/unsent-message.ts'
import { useComment } from '#web/threads/use-comment.ts'
import { type MessageDraft, useMessageDraft } from '#web/threads/use-message-draft.ts'
import { VoiceButton } from '#web/threads/VoiceButton.tsx'
import type { VoiceFieldProps } from '#web/threads/VoiceField.tsx'

/** Most messages are written: what records and uploads comes once somebody wants to speak. */
const loadVoice = async () => ({ default: (await import('#web/threads/VoiceField.tsx')).VoiceField })
const loadVoiceAhead = () => void loadVoice().catch(() => {})
const VoiceField = latePart<VoiceFieldProps>(loadVoice, () => <VoiceButton autoFocus loading />)

/** Students have no use for it. */
const NoteSwitch = latePart<NoteSwitchProps>(
  () => import('#web/threads/NoteSwitch.tsx'),
  () => <Skeleton height={24} width={230} />,
)

/** How long a message waits until it is known whether a recording is on its way, in milliseconds. */
const maxCheckMs = 5000
const unknownText = 'Проверяем, загрузилась ли запись. Отправьте через секунду.'

const isEmpty = ({ text, files }: MessageDraft) => text.trim() === '' && files.length === 0

const problemOf = (draft: MessageDraft) => {
  if (isEmpty(draft)) return 'Напишите хотя бы пару слов'
  return draft.text.trim().length > 5000 ? 'Не длиннее 5000 знаков' : ''
}

/**
 * Writes into the conversation of a task, as text or by voice; staff also write notes for each other. The entry appears
 * at once, and the next one can be sent while it is on its way; what fails to send returns to the field.
 */
export const CommentForm = ({ taskId, isStaff = false }: { taskId: number; isStaff?: boolean }) => {
  const user = useUser()
  const { draft, change, sending, sent, failed } = useMessageDraft(user?.id, taskId)
  const [error, setError] = useState('')
  const [speaks, setSpeaks] = useState(false)
  // a recording may have been on its way when the page was left
  const [mayBeOnTheWay] = useState(() => mayHold('upload'))
  // a recording that is not in the draft yet, and what to do about it; null while nobody knows
  const [unfinished, setUnfinished] = useState<string | null>(mayBeOnTheWay ? null : '')
  // what is there stays: something may be recorded
  const [begun] = useState(() => draft.files.length > 0 || mayBeOnTheWay)
  const comment = useComment(taskId)
  const note = isStaff && draft.note
  const hasNothing = isEmpty(draft) && !unfinished

  const deliver = async (message: MessageDraft) => {
    sending(message)
    try {
      await comment.mutateAsync(message)
      sent(message)
    } catch (failure) {
      reportError(failure, note ? 'Заметка не сохранена' : 'Сообщение не отправлено')
      failed(message)
    }
  }
  const send = () => {
    const problem = (unfinished ?? unknownText) || problemOf(draft)
    setError(problem)
    if (!problem) void deliver({ ...draft, note, text: draft.text.trim() })
    return !problem
  }
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    // a double click
    if (!(hasNothing && comment.isPending)) send()
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  // the bundle may fail to load, and the device's store may never respond
  useEffect(() => {
    if (!mayBeOnTheWay) return
    const timer = setTimeout(() => {
      setUnfinished((problem) => problem ?? '')
      setError((shown) => (shown === unknownText ? '' : shown))
    }, maxCheckMs)
    return () => clearTimeout(timer)
  }, [mayBeOnTheWay])
  // a verdict asks about it
  useEffect(() => (hasNothing ? undefined : openMessage(taskId, { text: draft.text.trim(), note, send })))

  return (
    <Stack
      unprinted
      as="form"
      onSubmit={submit}
      gap={2.5}
      align="start"
      mt={4.5}
      className={classes.form}
      data-note={note || undefined}
    >
      <Textarea
        id={messageFieldId(taskId)}
        label={note ? 'Заметка для своих' : 'Новое сообщение'}
        description={note ? 'Видят только преподаватели и кураторы' : undefined}
        placeholder={note ? `То, что ${called('студенту')} видеть не нужно` : 'Спросите или ответьте'}
        rows={2}
        classNames={{ input: classes.growing as string }}
        value={draft.text}
        onChange={({ currentTarget: { value } }) => {
          setError('')
          change((before) => ({ ...before, text: value }))
        }}
        onKeyDown={sendByKeys}
        error={error}
      />
      {speaks || begun || unfinished || draft.files.length > 0 ? (
        <VoiceField
          target={`thread:${taskId}`}
          files={draft.files}
          asked={speaks}
          onChange={(step) => change((before) => ({ ...before, files: step(before.files) }))}
          onUnfinished={(problem) => {
            setUnfinished(problem)
            setError('')
          }}
        />
      ) : (
        <VoiceButton onClick={() => setSpeaks(true)} onAhead={loadVoiceAhead} />
      )}
      <Row gap={2.5} gapX={3} wrap>
        <Button type="submit" variant="default">
          {note ? 'Сохранить заметку' : 'Написать'}
        </Button>
        {isStaff && (
          <NoteSwitch checked={note} onChange={(checked) => change((before) => ({ ...before, note: checked }))} />
        )}
      </Row>
    </Stack>
  )
}
