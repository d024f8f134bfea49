import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'onClick'> & {
    /** Its act is under way: it does nothing then. */
    busy: boolean
    onClick: () => void
  }

/**
 * A button that keeps the focus while its act is under way, and as its row goes: `loading` and `disabled` would drop
 * it. A double click is one act, also where the first press has been answered before the second.
 */
export const SteadyButton = ({ busy, onClick, ...props }: Props) => (
  <Button {...props} aria-disabled={busy || undefined} onClick={({ detail }) => !busy && detail < 2 && onClick()} />
)
