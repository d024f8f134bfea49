import '#web/ui/modal-styles.ts'
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useReturnFocus } from '#web/ui/return-focus.ts'

/**
 * A dialog that is mounted open. It gives the focus back as it leaves, which Mantine's does only when it stays mounted;
 * without `returnFocus` the caller places the focus as it closes.
 */
export const Modal = ({ returnFocus = true, ...props }: Omit<ModalProps, 'opened'>) => {
  useReturnFocus(returnFocus)
  return <MantineModal opened returnFocus={false} {...props} />
}
