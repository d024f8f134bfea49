import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'

/** A dialog with a secret that is shown this once: closed by its button alone. `text` is what «Скопировать» copies. */
export const ShownOnce = ({
  title,
  hint,
  text,
  copied = 'Скопировано',
  onDone,
  children,
}: {
  title: string
  hint: string
  text: string
  /** The message once it is copied. */
  copied?: string
  onDone: () => void
  children: ReactNode
}) => {
  // «Back» must not lose it either
  useCloseByBack(() => {})
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ severity: 'success', summary: copied })
    } catch {
      toast({ severity: 'info', summary: 'Выделите и скопируйте сами' })
    }
  }
  return (
    <Modal onClose={onDone} title={title} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <Stack gap={4}>
        <Text tone="soft">{hint}</Text>
        {children}
        <Row gap={2} wrap justify="end">
          <Button variant="default" onClick={() => void copy()}>
            Скопировать
          </Button>
          <Button onClick={onDone} data-autofocus>
            Готово
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
