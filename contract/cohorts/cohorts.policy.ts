import { type Actor, isCurator, isStaff } from '#contract/users/users.policy.ts'

/** Curators see every class, its leaders their own. */
export const canSeeCohort = (actor: Actor, cohort: { leader_ids: number[] }) =>
  isCurator(actor) || (isStaff(actor) && cohort.leader_ids.includes(actor.id))

/** Only curators make, change and delete classes. */
export const canManageCohorts = (actor: Actor) => isCurator(actor)

/** Who answers for a class invites people into it. */
export const canInviteToCohort = (actor: Actor, cohort: { leader_ids: number[] }) => canSeeCohort(actor, cohort)
