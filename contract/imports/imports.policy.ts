import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/** Whoever began it, and curators. */
export const canSeeImport = (actor: Actor, { user_id }: { user_id: number }) => isCurator(actor) || user_id === actor.id
