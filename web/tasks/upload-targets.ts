/** The upload target of a task's files. */
export const uploadTarget = (taskId: number) => `task:${taskId}`

/** The upload target of the files in a hand-in's text, beside the attached ones. */
export const textTarget = (target: string) => `${target}:text`
