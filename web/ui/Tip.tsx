import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip } from '@mantine/core'
import { useEffect } from 'react'

/** The text of a tooltip is read aloud after the name of its element, unless it is a part of that. */
const useDescription = (target: HTMLElement) => {
  useEffect(() => {
    if (target.ariaLabel?.includes(target.dataset.tip ?? '') || target.hasAttribute('aria-describedby')) return
    // its place in the document is made after this
    const frame = requestAnimationFrame(() => {
      const tip = document.querySelector('[role="tooltip"]')
      if (tip) target.setAttribute('aria-describedby', tip.id)
    })
    return () => {
      cancelAnimationFrame(frame)
      target.removeAttribute('aria-describedby')
    }
  }, [target])
}

/** The tooltip of an element: in its dialog, above which nothing else shows, or in its landmark. */
const Tip = ({ target }: { target: HTMLElement }) => {
  useDescription(target)
  return (
    <Tooltip
      opened
      // above a cell are the one that was left just now and the head of the table
      position={target.closest('td') ? 'bottom' : 'top'}
      interactive
      target={target}
      label={target.dataset.tip}
      zIndex="var(--z-tip)"
      portalProps={{ target: target.closest<HTMLElement>('dialog, main') ?? document.body }}
    />
  )
}

export default Tip
