import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { reportError } from '#web/app/report-error.ts'
import { useUser } from '#web/auth/session.ts'
import classes from '#web/threads/Thread.module.css'
import { useComment } from '#web/threads/use-comment.ts'
import { readDevice, useDeviceDraft, writeDevice } from '#web/ui/use-device-draft.ts'

const problemOf = (text: string) => {
  if (text.trim() === '') return 'Напишите хотя бы пару слов'
  return text.trim().length > 5000 ? 'Не длиннее 5000 знаков' : ''
}

/** Writes into the conversation of a work. The line appears at once; when it does not arrive, its text comes back. */
export const CommentForm = ({ taskId }: { taskId: number }) => {
  const user = useUser()
  const key = `comment:${user?.id}:${taskId}`
  const [text, setText, clear] = useDeviceDraft(key, '')
  const [error, setError] = useState('')
  const comment = useComment(taskId)

  // sent when the tab was closed, and nobody knows whether it arrived
  const sending = `${key}:sending`
  useEffect(() => {
    const lost = readDevice<string>(sending)
    writeDevice(sending, null)
    if (lost) setText(lost)
  }, [sending, setText])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(text)
    setError(problem)
    if (problem || comment.isPending) return
    const sent = text
    writeDevice(sending, sent)
    comment.mutate(sent.trim(), {
      onSettled: () => writeDevice(sending, null),
      onError: (failure) => {
        reportError(failure, 'Сообщение не отправлено')
        // something else may have been begun meanwhile
        const begun = readDevice<string>(key)
        setText(begun ? `${sent}\n${begun}` : sent)
      },
    })
    clear()
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }

  return (
    <form onSubmit={send} className={classes.form}>
      <Textarea
        label="Новое сообщение"
        placeholder="Спросите или ответьте"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendByKeys}
        error={error}
      />
      <Button type="submit" variant="default" loading={comment.isPending}>
        Написать
      </Button>
    </form>
  )
}
