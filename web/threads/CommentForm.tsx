import { called } from '#contract/users/student-word.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Skeleton, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { latePart } from '#web/app/late.tsx'
import { reportError } from '#web/app/report-error.ts'
import { useUser } from '#web/auth/session.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { messageFieldId } from '#web/threads/focus-message.ts'
import type { NoteSwitchProps } from '#web/threads/NoteSwitch.tsx'
import classes from '#web/threads/Thread.module.css'
import { useComment } from '#web/threads/use-comment.ts'
import { useMessageDraft } from '#web/threads/use-message-draft.ts'
import { VoiceButton } from '#web/threads/VoiceButton.tsx'
import type { VoiceFieldProps } from '#web/threads/VoiceField.tsx'

/** Most messages are written: what records and uploads comes once somebody wants to speak. */
const loadVoice = async () => ({ default: (await import('#web/threads/VoiceField.tsx')).VoiceField })
const loadVoiceAhead = () => void loadVoice().catch(() => {})
const VoiceField = latePart<VoiceFieldProps>(loadVoice, () => <VoiceButton loading />)

/** Students have no use for it. */
const NoteSwitch = latePart<NoteSwitchProps>(
  () => import('#web/threads/NoteSwitch.tsx'),
  () => <Skeleton height={24} width={230} />,
)

const problemOf = (text: string, files: number) => {
  if (text.trim() === '' && files === 0) return 'Напишите хотя бы пару слов'
  return text.trim().length > 5000 ? 'Не длиннее 5000 знаков' : ''
}

/**
 * Writes into the conversation of a task, as text or by voice; staff also write notes for each other. The entry appears
 * at once; if it fails to send, what was written returns to the field.
 */
export const CommentForm = ({ taskId, isStaff = false }: { taskId: number; isStaff?: boolean }) => {
  const user = useUser()
  const { draft, change, sending, settled, failed } = useMessageDraft(user?.id, taskId)
  const [error, setError] = useState('')
  const [speaks, setSpeaks] = useState(false)
  // a recording may have been on its way when the page was left; what is there stays, something may be recorded
  const [begun] = useState(() => draft.files.length > 0 || mayHold('upload'))
  const comment = useComment(taskId)
  const note = isStaff && draft.note

  const send = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(draft.text, draft.files.length)
    setError(problem)
    if (problem || comment.isPending) return
    const sent = { ...draft, note, text: draft.text.trim() }
    sending(sent)
    comment.mutate(sent, {
      onSettled: settled,
      onError: (failure) => {
        reportError(failure, note ? 'Заметка не сохранена' : 'Сообщение не отправлено')
        // something else may have been begun meanwhile
        failed(sent)
      },
    })
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }

  return (
    <Stack
      as="form"
      onSubmit={send}
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
      {speaks || begun || draft.files.length > 0 ? (
        <VoiceField
          target={`thread:${taskId}`}
          files={draft.files}
          asked={speaks}
          onChange={(step) => change((before) => ({ ...before, files: step(before.files) }))}
        />
      ) : (
        <VoiceButton onClick={() => setSpeaks(true)} onAhead={loadVoiceAhead} />
      )}
      <Row gap={2.5} gapX={3} wrap>
        <Button type="submit" variant="default" loading={comment.isPending}>
          {note ? 'Сохранить заметку' : 'Написать'}
        </Button>
        {isStaff && (
          <NoteSwitch checked={note} onChange={(checked) => change((before) => ({ ...before, note: checked }))} />
        )}
      </Row>
    </Stack>
  )
}
