import { type Actor, isCurator } from '#contract/users/users.policy.ts'

/** People can export only their own data. */
export const canExport = (actor: Actor, user: { id: number }) => actor.id === user.id

/** The user's own account, and for curators anybody's at a written request. */
export const canErase = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)
