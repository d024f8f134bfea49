import { useEffect, useState } from 'react'
import { useLate } from '#web/app/use-late.ts'

/** How long the pointer rests on an element before its tooltip shows, and has to reach the tooltip; in milliseconds. */
const openDelayMs = 300
const closeDelayMs = 120

const tipped = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null)

/** The element whose tooltip is shown: the one that is pointed at by a mouse, or has the focus of the keyboard. */
const useTipTarget = () => {
  const [shown, setShown] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (element: HTMLElement | null) => {
      clearTimeout(timer)
      setShown(element)
    }
    const showLater = (element: HTMLElement | null, delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(element), delay)
    }
    const onPointer = (event: PointerEvent) => {
      // the tooltip itself can be pointed at (WCAG 1.4.13)
      if (event.pointerType === 'touch' || (event.target as Element).closest('[role="tooltip"]'))
        return clearTimeout(timer)
      const element = tipped(event)
      showLater(element, element ? openDelayMs : closeDelayMs)
    }
    const onFocus = (event: FocusEvent) => {
      const element = tipped(event)
      show(element?.matches(':focus-visible') ? element : null)
    }
    // at once: a tooltip that stays for a moment covers what has the focus now (WCAG 2.4.11)
    const hide = () => show(null)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    const listeners = { pointerover: onPointer, focusin: onFocus, focusout: hide, pointerdown: hide, keydown: onKey }
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener as EventListener, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as EventListener)
    }
  }, [])
  return shown
}

/**
 * Shows what elements say in `data-tip`, in one tooltip for the whole page: a table may have thousands of them, and
 * what the server draws has them as well. The browser's own, of `title`, is used nowhere.
 */
export const TipHost = () => {
  const target = useTipTarget()
  const Tip = useLate(
    target !== null,
    () => import('#web/ui/Tip.tsx'),
    () => {},
  )
  return target && Tip && <Tip key={target.dataset.tip} target={target} />
}
