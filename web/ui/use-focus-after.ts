import { type RefObject, useLayoutEffect } from 'react'

/**
 * For a row with buttons: when it goes away with the focus inside, the focus goes to the row after or before it, there
 * to the button with `data-next` or else the last one; without such a row, to the field's way of adding more
 * (`data-add`).
 */
export const useFocusAfter = (row: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const beside = element.nextElementSibling ?? element.previousElementSibling
      const add = element.closest('fieldset')?.querySelector<HTMLElement>('[data-add]')
      const next =
        beside?.querySelector<HTMLElement>('[data-next]') ??
        [...(beside?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1) ??
        add
      next?.focus({ preventScroll: true })
    }
  }, [row])
}
