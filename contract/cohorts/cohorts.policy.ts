import { type Actor, curates, isStaff } from '#contract/users/users.policy.ts'

/** Curators see every class, its leaders their own. */
export const canSeeCohort = (actor: Actor, cohort: { leader_ids: number[] }) =>
  curates(actor, 'people') || (isStaff(actor) && cohort.leader_ids.includes(actor.id))

/** Only curators make, change and delete classes. */
export const canManageCohorts = (actor: Actor) => curates(actor, 'people')

/** Leaders of a class may invite people into it. */
export const canInviteToCohort = (actor: Actor, cohort: { leader_ids: number[] }) => canSeeCohort(actor, cohort)
