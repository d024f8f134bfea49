/** The button or field that was used is gone: reading continues from the title of the task. */
export const focusTask = () => focusLater('desk-work-title')

/** The same from the title of the queue. */
export const focusQueue = () => focusLater('desk-queue-title')

/** Scrolls to the verdict where it is below the task. */
export const focusVerdict = () => {
  const pane = document.getElementById('desk-verdict')
  pane?.scrollIntoView()
  pane?.focus({ preventScroll: true })
}

/**
 * Once it is drawn, unless the focus has moved on by then: a busy browser answers several keys before it runs a timer.
 */
const focusLater = (id: string) => {
  const before = document.activeElement
  setTimeout(() => {
    const now = document.activeElement
    if (now === before || now === document.body) document.getElementById(id)?.focus({ preventScroll: true })
  })
}
