import { type ComponentProps, useRef } from 'react'
import { Row } from '#web/ui/layout.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

type LeavingRowProps = Omit<ComponentProps<typeof Row<'li'>>, 'as' | 'ref'> & {
  /** A selector of what gets the focus of the last row. */
  last?: string
}

/** A row of a list that its own button removes: the focus inside then goes to the row beside it (`useFocusAfter`). */
export const LeavingRow = ({ last, ...props }: LeavingRowProps) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row, last)
  return <Row as="li" ref={row} {...props} />
}
