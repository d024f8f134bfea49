import { type ComponentProps, useRef } from 'react'
import { Row } from '#web/ui/layout.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

/** A row of a list that its own button removes: the focus inside then goes to the row beside it (`useFocusAfter`). */
export const LeavingRow = (props: Omit<ComponentProps<typeof Row<'li'>>, 'as' | 'ref'>) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  return <Row as="li" ref={row} {...props} />
}
