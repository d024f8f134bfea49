import { type Actor, curates } from '#contract/users/users.policy.ts'

/** Allows the person who began the import, and curators. */
export const canSeeImport = (actor: Actor, { user_id }: { user_id: number }) =>
  curates(actor, 'courses') || user_id === actor.id

/** Allows the person who sent the file alone: nobody who looks at the site as them. */
export const canRepeatImport = (actor: Actor, { user_id }: { user_id: number }) =>
  user_id === actor.id && !actor.looker_id
