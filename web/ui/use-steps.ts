import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Up or down. */
export type Way = -1 | 1

/** What identifies a row among the others. */
export type RowId = string | number

/** What the buttons of the rows do; the same object for as long as the list is shown. */
export interface Steps<Id extends RowId> {
  step(id: Id, way: Way): void
  /** Identifies a button on the page: the focus returns to it after the step. */
  keyOf(id: Id, way: Way): string
}

/**
 * Steps of rows up and down by their buttons. The pressed button keeps the focus, wherever its row is drawn next, and
 * the new place is announced to screen readers.
 */
export const useSteps = <Id extends RowId>({
  order,
  step,
}: {
  /** Changes whenever the rows are drawn in another order. */
  order: string
  /** Moves a row; returns the sentence about its new place, or null if there is no way further. */
  step: (id: Id, way: Way) => string | null
}) => {
  const list = useId()
  const [announced, announce] = useState('')
  const pressed = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as the new order is on the page
  useLayoutEffect(() => {
    if (!pressed.current) return
    document.querySelector<HTMLElement>(`[data-move="${CSS.escape(pressed.current)}"]`)?.focus()
    pressed.current = undefined
  }, [order])
  const latest = useRef(step)
  useLayoutEffect(() => {
    latest.current = step
  })
  const steps: Steps<Id> = useMemo(() => {
    const keyOf = (id: Id, way: Way) => `${list}${id}${way < 0 ? '-up' : '-down'}`
    return {
      keyOf,
      step: (id, way) => {
        const sentence = latest.current(id, way)
        if (sentence === null) return
        pressed.current = keyOf(id, way)
        announce(sentence)
      },
    }
  }, [list])
  return { steps, announced, announce }
}
