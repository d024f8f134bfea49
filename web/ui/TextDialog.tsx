import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#web/app/api-error.ts'
import { reportError } from '#web/app/report-error.ts'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** As long as the words may be that somebody is asked for here. */
const maxTextLength = 1000

/**
 * Asks for a few words before something is done, and does it with them. What the server says of the words stands under
 * them; the dialog closes once it is done.
 */
export const TextDialog = ({
  title,
  label,
  description,
  action,
  danger = false,
  field,
  optional = false,
  failure,
  children,
  check,
  send,
  onClose,
}: {
  title: string
  label: string
  description: string
  /** What its button says. */
  action: string
  danger?: boolean
  /** How the server calls the words. */
  field: string
  /** It is done without words, too. */
  optional?: boolean
  /** What a message says where it could not be done. */
  failure?: string
  /** What is chosen before the words. */
  children?: ReactNode
  /** Whether what is chosen will do; it says itself why not. */
  check?: () => boolean
  send: (words: string) => Promise<unknown>
  onClose: () => void
}) => {
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const once = useSingle()
  useReturnFocus()
  const point = (sentence: string) => {
    setProblem(sentence)
    input.current?.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (check && !check()) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const text = words.trim()
    if (text === '' && !optional) return point('Напишите хотя бы пару слов')
    once(async () => {
      setSending(true)
      try {
        await send(text)
        onClose()
      } catch (error) {
        setSending(false)
        const sentence = error instanceof ApiError ? error.fields[field]?.[0] : undefined
        if (sentence) point(sentence)
        else reportError(error, failure)
      }
    })
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap={4.5}>
          {children}
          <Textarea
            ref={input}
            label={label}
            description={description}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={maxTextLength}
            data-autofocus={children ? undefined : true}
            value={words}
            error={problem}
            onChange={({ currentTarget }) => {
              setWords(currentTarget.value)
              setProblem('')
            }}
          />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={sending} {...(danger && { color: 'red' })}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
