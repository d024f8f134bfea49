import type { Task } from '#contract/tasks/tasks.schema.ts'

export interface WrittenTaskProps {
  task: Task
  userId: number
}

export interface KeptDraftProps extends WrittenTaskProps {
  /** Nobody continues it: its lesson is gone, or its course archived. */
  readOnly?: boolean
}

/** Tasks whose editor was open since the site was loaded: the keeper of their draft may know more than the device. */
const written = new Set<number>()

/** Notes that the editor of a task is open. */
export const noteWritten = (taskId: number) => written.add(taskId)

/** Whether the editor of a task was open since the site was loaded. */
export const isWritten = (taskId: number) => written.has(taskId)
