/** The button or field that was used is gone: reading goes on from the title of the work. */
export const focusTask = () => focusLater('desk-work-title')

/** The same from the title of the queue. */
export const focusQueue = () => focusLater('desk-queue-title')

/** Brings the verdict into sight where it stands below the work. */
export const focusVerdict = () => {
  const pane = document.getElementById('desk-verdict')
  pane?.scrollIntoView()
  pane?.focus({ preventScroll: true })
}

/** Once it is drawn. */
const focusLater = (id: string) => setTimeout(() => document.getElementById(id)?.focus({ preventScroll: true }))
