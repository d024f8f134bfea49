import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'

/** Whether the actor sees every row of the journal and changes scores and weights. */
export const canKeepJournal = (actor: Actor, course: { teacher_ids: number[] }) => isCourseStaff(actor, course)

/** States in which a score can be set by hand; for what was shown in class nothing need be handed in. */
export const scoredStatuses: readonly TaskStatus[] = ['draft', 'submitted', 'returned', 'accepted']

/** Whether the actor closes periods of journals, and opens them again. */
export const canLockPeriod = (actor: Actor) => curates(actor, 'courses')
