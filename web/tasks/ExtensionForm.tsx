import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import classes from '#web/tasks/Extension.module.css'
import { mayAskFor, suggestedUntil, useAskExtension } from '#web/tasks/use-ask-extension.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
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
  const deadline = task.due_at ?? task.closes_at
  const [first] = useState(() => toLocalInput(suggestedUntil(deadline, new Date())))
  const [typed, setTyped, clear] = useDeviceDraft(`extension:${userId}:${task.id}`, { until: first, text: '' })
  const ask = useAskExtension(task.id)
  const until = fromLocalInput(typed.until)
  const replaceOutdated = useEffectEvent(() => {
    if (!mayAskFor(until, deadline, new Date())) setTyped({ ...typed, until: first })
  })
  // kept since days ago, or since before an extension; what is typed from here on stays, for its refusal to be about it
  useEffect(() => replaceOutdated(), [])
  const { problem, saving, submit, clearProblem } = useFieldSave({
    fields: ['until'],
    check: () => !until && 'Укажите день и время',
    save: async () => {
      if (!until) return
      await ask.mutateAsync({ until, text: typed.text })
      clear()
      toast({ severity: 'success', summary: 'Просьба отправлена' })
      onDone()
    },
    failure: 'Не удалось попросить',
  })
  return (
    <Stack as="form" gap={3} className={classes.form} onSubmit={submit} noValidate aria-label="Попросить продлить">
      <DateInput
        autoFocus
        withTime
        label="До какого времени"
        value={typed.until}
        onChange={(event) => {
          clearProblem()
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
        <Button type="submit" size="sm" loading={saving}>
          Попросить
        </Button>
        <Button size="sm" variant="default" disabled={saving} onClick={onDone}>
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}

export default ExtensionForm
