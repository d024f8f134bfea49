import { type Actor, curates } from '#contract/users/users.policy.ts'

/** The user's own consents, and everybody's for curators. */
export const canSeeConsents = (actor: Actor, user: { id: number }) => actor.id === user.id || curates(actor, 'people')

/** Nobody gives or takes back a consent for somebody else. */
export const canChangeConsents = (actor: Actor, user: { id: number }) => actor.id === user.id

/** Scans of what parents have signed. */
export const canSeeScans = (actor: Actor | null) => curates(actor, 'people')
