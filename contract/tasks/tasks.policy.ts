import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { ThreadKind } from '#contract/threads/threads.schema.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'

/** What the policy of tasks needs. */
export interface TaskFacts {
  student_ids: number[]
  teacher_ids: number[]
}

export const isTaskStudent = (actor: Actor, task: TaskFacts) => task.student_ids.includes(actor.id)

/** The draft and withdrawn attempts: nobody else sees them, nor does a curator who looks at the site as the student. */
export const canSeeDraft = (actor: Actor, task: TaskFacts) => isTaskStudent(actor, task) && !actor.looker_id

export const canSeeTask = (actor: Actor, task: TaskFacts) => isTaskStudent(actor, task) || isCourseStaff(actor, task)

/** Nobody judges their own task, whatever their role is now. */
export const canReviewTask = (actor: Actor, task: TaskFacts) =>
  isCourseStaff(actor, task) && !isTaskStudent(actor, task)

/** Thread entries that its students never see. */
export const staffKinds: ReadonlySet<ThreadKind> = new Set<ThreadKind>(['note', 'assigned', 'taken-over'])

/** Nor can anybody excuse themselves. */
export const canExcuseTask = (actor: Actor, task: TaskFacts) => curates(actor, 'courses') && !isTaskStudent(actor, task)

/**
 * Why the team of a task can no longer change; null before its first hand-in. A mark is set by staff alone, and for
 * everybody in a team: nobody receives or sheds one by changing teams.
 */
export const teamClosedBy = (task: {
  status: TaskStatus
  /** Even one that was taken back. */
  handedIn: boolean
  score: number | null
}) => {
  if (task.status === 'excused') return 'excused'
  if (task.status !== 'draft' || task.handedIn) return 'handed-in'
  return task.score === null ? null : 'marked'
}

/** Whether students can still choose with whom they do a task; null for one that is not begun. */
export const isTeamOpen = (teamSize: number, task: Pick<Task, 'status' | 'attempts' | 'score'> | null) =>
  teamSize > 1 &&
  (task === null ||
    teamClosedBy({ status: task.status.slug, handedIn: task.attempts.length > 0, score: task.score }) === null)

/** The moves of a task (product decision: states): from which states each is allowed. */
const taskMoves = {
  saveDraft: ['draft', 'returned'],
  submit: ['draft', 'returned'],
  withdraw: ['submitted'],
  review: ['submitted'],
  reopen: ['accepted', 'returned'],
  excuse: ['draft', 'submitted', 'returned', 'accepted'],
} as const satisfies Record<string, TaskStatus[]>
export type TaskMove = keyof typeof taskMoves

export const canMove = (status: TaskStatus, move: TaskMove) =>
  (taskMoves[move] as readonly TaskStatus[]).includes(status)
