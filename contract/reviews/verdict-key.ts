/** The key of the draft that a person's verdict on a task is kept in while it is written. */
export const verdictKey = (taskId: number) => `review:${taskId}`
