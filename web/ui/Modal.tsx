import '#web/ui/modal-styles.ts'
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useOwnEscape } from '#web/ui/own-escape.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'

/**
 * A dialog that is mounted open. It gives the focus back as it leaves, which Mantine's does only when it stays mounted;
 * without `returnFocus` the caller places the focus as it closes. Escape closes the one on top alone.
 */
export const Modal = ({ returnFocus = true, onClose, ...props }: Omit<ModalProps, 'opened'>) => {
  useReturnFocus(returnFocus)
  const isMeant = useOwnEscape()
  return <MantineModal opened returnFocus={false} onClose={() => isMeant(window.event) && onClose()} {...props} />
}
