import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

/** The buttons at the end of a dialog: `children` acts, the one before it closes. */
export const DialogButtons = ({
  cancel = 'Отменить',
  onClose,
  children,
}: {
  cancel?: string
  onClose: () => void
  children: ReactNode
}) => (
  <Row wrap justify="end" gap={2.5}>
    <Button variant="default" onClick={onClose}>
      {cancel}
    </Button>
    {children}
  </Row>
)

/**
 * Without a field that asks for the focus, a dialog would begin on its cross: it begins on what its form begins with.
 */
export const beginInForm = (form: HTMLFormElement | null) => {
  if (!form || form.querySelector('[data-autofocus]')) return
  const fields = form.querySelectorAll<HTMLElement>('input, textarea, select, button, a[href]')
  const first = [...fields].find((field) => field.checkVisibility())
  if (first) first.dataset.autofocus = 'true'
}

/**
 * A form in a dialog; `lead` explains what it is for. What is typed is not lost by a slip (`useCloseGuard`). While it is
 * being saved nothing closes it: what comes back, a refusal at a field or a secret that is shown once, needs it.
 */
export const FormDialog = ({
  title,
  lead,
  action,
  danger = false,
  busy,
  cancel,
  kept = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  lead?: ReactNode
  /** The label of the button that saves. */
  action: string
  danger?: boolean
  busy: boolean
  /** The label of the button that closes: «Отменить» by default. */
  cancel?: string
  /** What is typed outlives the dialog: there is nothing to ask about. */
  kept?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}) => {
  const { modal, onInput, stopWaiting } = useCloseGuard(onClose, { busy, kept })
  return (
    <Modal {...modal} title={title}>
      <Stack as="form" ref={beginInForm} gap={4} noValidate onSubmit={onSubmit} onInput={onInput}>
        {lead && <Text tone="soft">{lead}</Text>}
        {children}
        <DialogButtons {...(cancel && { cancel })} onClose={busy ? stopWaiting : onClose}>
          <Button type="submit" loading={busy} {...(danger && { color: 'red' })}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
