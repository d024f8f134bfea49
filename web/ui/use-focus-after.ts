import { type RefObject, useLayoutEffect } from 'react'

const lastIn = (row: Element | null, selector: string) =>
  [...(row?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)

/**
 * For a row with buttons: when it goes away with the focus inside, the focus goes to the row after or before it, there
 * to what has `data-next`, or else to the last button, or to the last link where it has no button; without such a row,
 * to the way of adding more (`data-add`) of its field or group, or to what the selector `last` finds on the page.
 */
export const useFocusAfter = (row: RefObject<HTMLElement | null>, last?: string) => {
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const beside = element.nextElementSibling ?? element.previousElementSibling
      const group = element.closest('fieldset, [role="group"]')
      const add = [...(group?.querySelectorAll<HTMLElement>('[data-add]') ?? [])].find((way) => !element.contains(way))
      const next =
        beside?.querySelector<HTMLElement>('[data-next]') ??
        lastIn(beside, 'button') ??
        lastIn(beside, 'a[href]') ??
        add ??
        (last && document.querySelector<HTMLElement>(last))
      if (next) next.focus({ preventScroll: true })
    }
  }, [row, last])
}
