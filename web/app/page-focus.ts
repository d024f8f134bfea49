let before: Element | null = null

/** Remembers, as a navigation begins, which element the reader leaves from. */
export const noteFocus = () => {
  before = document.activeElement
}

/**
 * Puts the focus at the beginning of the page that has come, unless the reader has gone to something else meanwhile.
 */
export const focusPage = () => {
  const main = document.querySelector('main')
  const { activeElement: now, body } = document
  const hasMoved = now && now !== body && now !== before
  if (!hasMoved && !main?.contains(now)) main?.focus({ preventScroll: true })
}
