import { Button } from '@mantine/core'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import type { OpenQuestion } from '#web/ui/confirm.ts'
import { Row } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'

/** The dialog of `confirm`. */
const ConfirmDialog = ({ question }: { question: OpenQuestion }) => {
  const { title, text, accept = 'Да', reject = 'Отменить', danger, unasked, answer } = question
  // an Enter that was on its way before the question does nothing that cannot be taken back
  const isRejectFirst = danger || unasked
  useCloseByBack(() => answer(null))
  return (
    <Modal onClose={() => answer(null)} title={title} zIndex="var(--z-dialog)">
      {text && <p style={{ color: 'var(--ink-2)' }}>{text}</p>}
      <Row wrap justify="end" gap={2.5} mt={4.5}>
        <Button variant="default" onClick={() => answer(false)} data-autofocus={isRejectFirst || undefined}>
          {reject}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          onClick={() => answer(true)}
          data-autofocus={!isRejectFirst || undefined}
        >
          {accept}
        </Button>
      </Row>
    </Modal>
  )
}

export default ConfirmDialog
