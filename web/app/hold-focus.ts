/**
 * A button that shows it is loading is disabled meanwhile, and loses the focus by that: gives it back once its act has
 * failed, or has left it in its place, unless the focus has gone elsewhere.
 */
export const holdFocus = () => {
  let held: EventTarget | null = null
  // runs before the browser takes the focus away, which it does as it draws
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const button = target as HTMLElement
      const isFocused = button === document.activeElement
      if (button.dataset.loading) held = isFocused ? button : held
      else if (button === held) {
        held = null
        if (document.activeElement === document.body) button.focus({ preventScroll: true })
      }
    }
  }).observe(document.body, { attributeFilter: ['data-loading'], subtree: true })
}
