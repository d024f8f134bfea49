import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/** One's own consents, and everybody's for curators. */
export const canSeeConsents = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)

/** Nobody agrees or takes a consent back for somebody else. */
export const canChangeConsents = (actor: Actor, user: { id: number }) => actor.id === user.id
