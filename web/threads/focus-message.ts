/** The id of the field of a task's conversation in the document. */
export const messageFieldId = (taskId: number) => `message-${taskId}`

/** Brings the field in which one answers into sight, ready to be typed into. */
export const focusMessage = (taskId: number) => {
  const field = document.getElementById(messageFieldId(taskId))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
