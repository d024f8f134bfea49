import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/** What is known of a person is handed out to that person alone. */
export const canExport = (actor: Actor, user: { id: number }) => actor.id === user.id

/** One's own account, and at a written request anybody's for curators. */
export const canErase = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)
