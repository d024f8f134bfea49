import { type Actor, curates } from '#contract/users/users.policy.ts'

/** The list of a person’s certificates: the person, and curators. */
export const canListCertificates = (actor: Actor, user: { id: number }) =>
  actor.id === user.id || curates(actor, 'people')
