import { z } from 'zod'
import { namedStatus } from '#contract/http/status.ts'
import type { TaskStatus as Slug } from '#contract/tasks/tasks.statuses.ts'

// Apart from the other schemas of tasks: those refer to lessons and courses, which show the state of a task, too.

export type TaskStatus = Slug
export const TaskStatus = z.enum(['draft', 'submitted', 'returned', 'accepted', 'excused'])
export const NamedTaskStatus = namedStatus(TaskStatus)
