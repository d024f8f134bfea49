import type { RoleSlug } from '#contract/users/users.schema.ts'

/** Who acts, as the policies see them. */
export interface Actor {
  id: number
  role: RoleSlug
}

export const isCurator = (actor: Actor | null) => actor?.role === 'curator'

export const isStaff = (actor: Actor | null) => actor?.role === 'teacher' || actor?.role === 'curator'

/** A deactivated account is a blank page to everybody but curators. */
export const canSeeUser = (actor: Actor | null, user: { id: number; active: boolean }) =>
  user.active || isCurator(actor)

export const canEditUser = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)

/** E-mail, role and whether the account works. */
export const canManageUsers = (actor: Actor) => isCurator(actor)

export const canSeeEmail = (actor: Actor | null, user: { id: number }) => actor?.id === user.id || isCurator(actor)

/** A password is changed by its owner alone: a curator sends a link instead. */
export const canChangePassword = (actor: Actor, user: { id: number }) => actor.id === user.id
