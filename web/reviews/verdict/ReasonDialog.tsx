import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { deskToast } from '#web/reviews/desk-toast.ts'
import type { ReasonedMove } from '#web/reviews/verdict/ReasonButton.tsx'
import { useMoveWithReason } from '#web/reviews/verdict/use-verdict.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** The dialog of a move that needs a reason; what is typed outlives its closing. */
const ReasonDialog = ({ task, move, label, title, text, done, onClose }: ReasonedMove & { onClose: () => void }) => {
  const [reason, setReason, clear] = useDeviceDraft(`reason:${move}:${task.id}`, '')
  const [problem, setProblem] = useState('')
  const mutation = useMoveWithReason(task.id, move, () => {
    clear()
    deskToast(done)
    onClose()
  })
  const once = useSingle()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = reason.trim() === ''
    setProblem(empty ? 'Напишите хотя бы пару слов' : '')
    if (empty) return
    once(async () => {
      try {
        await mutation.mutateAsync(reason.trim())
      } catch (error) {
        const field = error instanceof ApiError ? error.fields.reason?.join('. ') : undefined
        setProblem(field ?? describeError(error).detail)
      }
    })
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap={4}>
          <p style={{ color: 'var(--ink-2)' }}>{text}</p>
          <Textarea
            label="Причина"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={problem}
            data-autofocus
          />
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={onClose}>
              Отменить
            </Button>
            <Button type="submit" loading={mutation.isPending}>
              {label}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

export default ReasonDialog
