import { type RefObject, useLayoutEffect } from 'react'

/**
 * For a row with buttons: when it goes away with the focus inside, the focus goes to the last button of the row after or
 * before it, else to the field's way of adding more (`data-add`).
 */
export const useFocusAfter = (row: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const beside = element.nextElementSibling ?? element.previousElementSibling
      const add = element.closest('fieldset')?.querySelector<HTMLElement>('[data-add]')
      const next = [...(beside?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1) ?? add
      next?.focus({ preventScroll: true })
    }
  }, [row])
}
