/** Everything that is pressed, by its element or by its label. */
const controls = 'a, button, input, label, select, summary, textarea, [role="option"]'

/** Max distance of two presses at the same place, in pixels: a finger does not hit the same point twice. */
const maxApart = 16

/**
 * Keeps the second press of a double click from what has come into the place of the control that the first one met: the
 * button of the next row, where its own row has gone or moved; an item of the menu that has opened; the ground of a
 * dialog. The same control can be pressed as fast as somebody likes. A third press acts again: it is meant.
 */
export const stopSecondPress = () => {
  let met: { control: Element; x: number; y: number } | null = null
  document.addEventListener(
    'click',
    (event) => {
      const { target, detail, clientX: x, clientY: y } = event
      // by a key or by a script
      if (detail === 0) return
      const found = (target as Element).closest<HTMLElement>(controls)
      // the browser sends a click on a label to its field as well
      const control = (found as HTMLLabelElement | null)?.control ?? found
      if (detail > 1 && met && met.control !== control && Math.hypot(x - met.x, y - met.y) <= maxApart) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      met = control && { control, x, y }
    },
    { capture: true },
  )
}
