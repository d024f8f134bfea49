import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useReturnFocus } from '#web/ui/return-focus.ts'

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

/** A form in a dialog; `lead` explains what it is for. */
export const FormDialog = ({
  title,
  lead,
  action,
  danger = false,
  busy,
  cancel,
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
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}) => {
  useReturnFocus()
  useCloseByBack(onClose)
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack as="form" gap={4} onSubmit={onSubmit} noValidate>
        {lead && <Text tone="soft">{lead}</Text>}
        {children}
        <DialogButtons {...(cancel && { cancel })} onClose={onClose}>
          <Button type="submit" loading={busy} {...(danger && { color: 'red' })}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
