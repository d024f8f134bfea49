import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { maxQuestionText } from '#contract/questions/max-question-text.ts'
import { reportError } from '#web/data/report-error.ts'
import classes from '#web/questions/Questions.module.css'
import { Row, Stack } from '#web/ui/layout.tsx'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'
import { useSingle } from '#web/ui/use-single.ts'

const problemOf = (text: string) => {
  if (text === '') return 'Напишите хотя бы пару слов'
  return text.length > maxQuestionText ? `Не длиннее ${maxQuestionText} знаков` : ''
}

/** A question or an answer before it is sent, kept on the device under `draftKey` until it has arrived. */
export const TextForm = ({
  label,
  description,
  action,
  draftKey,
  saved = '',
  failure,
  send,
  onDone,
  autoFocus = false,
}: {
  label: string
  description?: string
  /** The label of the button that sends. */
  action: string
  draftKey: string
  /** What is there already. */
  saved?: string
  /** What to say when it did not arrive. */
  failure: string
  send: (text: string) => Promise<unknown>
  /** Sent, or given up; without it there is nothing to give up. */
  onDone?: () => void
  autoFocus?: boolean
}) => {
  const [text, keep, clear] = useDeviceDraft(draftKey, saved)
  const [error, setError] = useState('')
  const [isPending, setPending] = useState(false)
  const once = useSingle()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(text.trim())
    setError(problem)
    if (problem) return
    once(async () => {
      setPending(true)
      try {
        await send(text.trim())
        clear(text)
        onDone?.()
      } catch (reason) {
        reportError(reason, failure)
      } finally {
        setPending(false)
      }
    })
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  return (
    <Stack as="form" gap={2.5} onSubmit={submit} noValidate>
      <Textarea
        label={label}
        description={description}
        rows={2}
        classNames={{ input: classes.growing as string }}
        value={text}
        error={error}
        data-autofocus={autoFocus || undefined}
        ref={(field) => {
          if (autoFocus && field && !field.dataset.focused) {
            field.dataset.focused = ''
            field.focus()
          }
        }}
        onChange={({ currentTarget: { value } }) => {
          setError('')
          keep(value)
        }}
        onKeyDown={sendByKeys}
      />
      <Row gap={2} wrap>
        <Button type="submit" variant={onDone ? 'filled' : 'default'} loading={isPending}>
          {action}
        </Button>
        {onDone && (
          <Button
            variant="default"
            onClick={() => {
              clear()
              onDone()
            }}
          >
            Отменить
          </Button>
        )}
      </Row>
    </Stack>
  )
}
