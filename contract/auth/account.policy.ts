import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/**
 * Seeing where a person is signed in, ending their sessions, and removing the second factor of somebody who has lost
 * their phone.
 */
export const canManageAccess = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)

/** Nobody sets up a second factor for somebody else. */
export const canSetUpSecondFactor = (actor: Actor, user: { id: number }) => actor.id === user.id

/** How long after the password was given acts that need a fresh one are allowed, in milliseconds. */
export const freshPasswordMs = 15 * 60_000
