import { Button, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import classes from '#web/tasks/RemarksToFix.module.css'
import { Row, Stack } from '#web/ui/layout.tsx'

/** A student's answer to a remark, while it is typed. */
export const RemarkAnswer = ({
  typed,
  pending,
  onType,
  onSend,
  onCancel,
}: {
  typed: string
  pending: boolean
  onType: (text: string) => void
  onSend: () => void
  onCancel: () => void
}) => {
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onSend()
  }
  return (
    <Stack as="form" gap={2} className={classes.form} onSubmit={send}>
      <Textarea
        autoFocus
        label="Ответ на замечание"
        placeholder="Что сделали или с чем не согласны"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
        }}
      />
      <Row gap={2} wrap align="stretch">
        <Button type="submit" size="sm" loading={pending}>
          Сохранить ответ
        </Button>
        <Button size="sm" variant="default" disabled={pending} onClick={onCancel}>
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}
