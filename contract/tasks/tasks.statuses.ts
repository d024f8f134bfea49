import { status } from '#contract/http/named-status.ts'

/** The states of a task as people see them (product decision: states). */
export const taskStatuses = {
  draft: status('draft', 'Черновик', 'idle', 'pencil'),
  submitted: status('submitted', 'На проверке', 'brand', 'clock'),
  returned: status('returned', 'На доработке', 'warn', 'back'),
  accepted: status('accepted', 'Принято', 'ok', 'check'),
  excused: status('excused', 'Освобождён', 'idle', 'minus'),
} as const
export type TaskStatus = keyof typeof taskStatuses
