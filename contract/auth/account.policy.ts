import { hourMs, minuteMs } from '#contract/durations.ts'
import { type AccountFacts, type Actor, canEditUser, curates } from '#contract/users/users.policy.ts'

/**
 * Seeing where a person is signed in, ending their sessions, and removing the second factor of somebody who has lost
 * their phone.
 */
export const canManageAccess = (actor: Actor, user: AccountFacts) => canEditUser(actor, user)

/** Curators who see to people look at the site as anybody, but never as a curator. */
export const canLookAs = (actor: Actor, user: Pick<AccountFacts, 'role'>) =>
  curates(actor, 'people') && user.role !== 'curator' && !actor.looker_id

/** Max length of such a look, in milliseconds. */
export const maxLookMs = hourMs

/** Nobody sets up a second factor for somebody else. */
export const canSetUpSecondFactor = (actor: Actor, user: { id: number }) => actor.id === user.id

/** How long after the password was given acts that need a fresh one are allowed, in milliseconds. */
export const freshPasswordMs = 15 * minuteMs
