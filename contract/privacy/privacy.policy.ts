import { type AccountFacts, type Actor, canEditUser } from '#contract/users/users.policy.ts'

/** People can export only their own data, and nobody who looks at the site as them. */
export const canExport = (actor: Actor, user: { id: number }) => actor.id === user.id && !actor.looker_id

/** The user's own account, and for curators anybody's at a written request. */
export const canErase = (actor: Actor, user: AccountFacts) => canEditUser(actor, user)
