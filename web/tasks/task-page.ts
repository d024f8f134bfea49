import { createContext } from 'react'
import type { Assignment } from '#contract/lessons/assignment.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'

/** A student's own task with what its page says of it; `lesson` may be gone for its student by now. */
export interface TaskPage {
  lesson: { id: number; name: string }
  course: { id: number; name: string }
  /** What the lesson asks for; null when the lesson cannot be opened any more. */
  assignment: Assignment | null
  /** Null before it is begun. */
  task: Task | null
  userId: number
  /** Why the task can only be read, in a sentence; null while it can be worked on. */
  readOnly: string | null
  /** The lesson to continue with after an accepted task. */
  next: { id: number; name: string } | null
}

/** The bar at the bottom of a task's page: what is being written puts its hand-in there. */
export const ActionBar = createContext<HTMLElement | null>(null)
