/** What the files of a task are uploaded for. */
export const uploadTarget = (taskId: number) => `task:${taskId}`

/** What the files in the text of a hand-in are uploaded for, beside those that are attached. */
export const textTarget = (target: string) => `${target}:text`
