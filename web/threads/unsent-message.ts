/** A message of a task's conversation, or a note for staff, that is typed and not sent. */
export interface UnsentMessage {
  /** Empty for a voice message. */
  text: string
  note: boolean
  /** Sends it; false when it cannot be sent as it is, which its field then explains. */
  send: () => boolean
}

/** By the task. */
const unsent = new Map<number, UnsentMessage>()

/** Registers a message while it is in its field; returns the function that ends this. */
export const openMessage = (taskId: number, message: UnsentMessage) => {
  unsent.set(taskId, message)
  return () => {
    if (unsent.get(taskId) === message) unsent.delete(taskId)
  }
}

/** What is typed into the conversation of a task and not sent; null when there is nothing. */
export const unsentMessage = (taskId: number) => unsent.get(taskId) ?? null
