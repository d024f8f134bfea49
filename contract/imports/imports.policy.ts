import { type Actor, curates } from '#contract/users/users.policy.ts'

/** Allows the person who began the import, and curators. */
export const canSeeImport = (actor: Actor, { user_id }: { user_id: number }) =>
  curates(actor, 'courses') || user_id === actor.id
