import type { Remark, Review } from '#contract/reviews/reviews.schema.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { roleOf } from '#contract/users/users.schema.ts'

/** A teacher who reviews. */
export const vera = { id: 2, name: 'Вера', surname: 'Лосева', role: roleOf('teacher'), avatar: null }

let lastRemark = 0

/** A remark made on the first attempt. */
export const aRemark = (text: string, changes: Partial<Remark> = {}): Remark => {
  lastRemark += 1
  return { id: lastRemark, text, done: false, anchor: null, attempt: 1, fixed: false, answer: '', ...changes }
}

/** Vera's verdict. */
export const aReview = (changes: Partial<Review> = {}): Review => ({
  verdict: 'returned',
  comment: '',
  score: null,
  remarks: [],
  criteria: [],
  user: vera,
  created_at: '2026-11-16T06:00:00.000Z',
  undo_until: null,
  ...changes,
})

/** An attempt without a verdict. */
export const anAttempt = (number: number, changes: Partial<Attempt> = {}): Attempt => ({
  number,
  content: '<p>Работа</p>',
  files: [],
  link: null,
  submitted_at: '2026-11-15T02:00:00.000Z',
  withdrawn_at: null,
  review: null,
  ...changes,
})

/** A task in a state. */
export const aTask = (
  status: keyof typeof taskStatuses,
  attempts: Attempt[] = [],
  changes: Partial<Task> = {},
): Task => ({
  id: 1,
  status: taskStatuses[status],
  students: [],
  lesson: { id: 1, name: 'Сетка' },
  course: { id: 1, name: 'Вёрстка' },
  score: null,
  due_at: null,
  closes_at: null,
  extended_until: null,
  reviewer: null,
  idle: null,
  draft: null,
  attempts,
  thread: [],
  likes: { count: 0, mine: false },
  lease: null,
  review_revision: 0,
  assignment: {
    id: 1,
    due_at: null,
    closes_at: null,
    criteria: [],
    kinds: ['text', 'files'],
    file_types: [],
    max_file_size: null,
    team_size: 1,
    reviewer_ids: [],
    weight: 1,
  },
  question_at: null,
  extension_asked: null,
  usual_wait: null,
  ...changes,
})
