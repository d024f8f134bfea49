import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/** The user's own consents, and everybody's for curators. */
export const canSeeConsents = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)

/** Nobody gives or takes back a consent for somebody else. */
export const canChangeConsents = (actor: Actor, user: { id: number }) => actor.id === user.id
