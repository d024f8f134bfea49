import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { reportError } from '#web/app/report-error.ts'
import classes from '#web/tasks/Extension.module.css'
import { suggestedUntil, useAskExtension } from '#web/tasks/use-ask-extension.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

export interface ExtensionFormProps {
  task: Task
  userId: number
  onDone: () => void
}

/** Until when a student asks to have time, and why. What is typed is kept on the device until it is sent. */
const ExtensionForm = ({ task, userId, onDone }: ExtensionFormProps) => {
  const [first] = useState(() => toLocalInput(suggestedUntil(task.due_at ?? task.closes_at, new Date())))
  const [typed, setTyped, clear] = useDeviceDraft(`extension:${userId}:${task.id}`, { until: first, text: '' })
  const [problem, setProblem] = useState<string>()
  const ask = useAskExtension(task.id)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const until = fromLocalInput(typed.until)
    if (!until) return setProblem('Укажите день и время')
    if (ask.isPending) return
    ask.mutate(
      { until, text: typed.text },
      {
        onSuccess: () => {
          clear()
          toast({ severity: 'success', summary: 'Просьба отправлена' })
          onDone()
        },
        onError: (error) => {
          const own = error instanceof ApiError ? error.fields.until?.join('. ') : undefined
          setProblem(own)
          if (!own) reportError(error, 'Не удалось попросить')
        },
      },
    )
  }
  return (
    <Stack as="form" gap={3} className={classes.form} onSubmit={send} noValidate aria-label="Попросить продлить">
      <TextInput
        autoFocus
        type="datetime-local"
        label="До какого времени"
        value={typed.until}
        onChange={(event) => {
          setProblem(undefined)
          setTyped({ ...typed, until: event.currentTarget.value })
        }}
        error={problem}
      />
      <Textarea
        label="Почему нужно время"
        description="Можно не писать"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={typed.text}
        onChange={(event) => setTyped({ ...typed, text: event.currentTarget.value })}
      />
      <Row gap={2} wrap align="stretch">
        <Button type="submit" size="sm" loading={ask.isPending}>
          Попросить
        </Button>
        <Button size="sm" variant="default" disabled={ask.isPending} onClick={onDone}>
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}

export default ExtensionForm
