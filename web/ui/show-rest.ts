import { flushSync } from 'react-dom'

/**
 * Draws the rest of a list after its first `shown` rows. The button that asked for it leaves: the focus goes to the first
 * new row, to its link where it has one.
 */
export const showRest = (list: HTMLElement | null, shown: number, draw: () => void) => {
  flushSync(draw)
  const row = list?.children[shown] as HTMLElement | undefined
  const link = row?.querySelector<HTMLElement>('a, button')
  if (row && !link) row.tabIndex = -1
  ;(link ?? row)?.focus({ preventScroll: true })
}
