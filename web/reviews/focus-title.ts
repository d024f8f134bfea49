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

/** Once it is drawn. */
const focusLater = (id: string) => setTimeout(() => document.getElementById(id)?.focus({ preventScroll: true }))
