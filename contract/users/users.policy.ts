import type { RoleSlug } from '#contract/users/users.schema.ts'

/** Who acts, as the policies see them. */
export interface Actor {
  id: number
  role: RoleSlug
}

export const isCurator = (actor: Actor | null) => actor?.role === 'curator'

export const isStaff = (actor: Actor | null) => actor?.role === 'teacher' || actor?.role === 'curator'

/** What the rules about an account look at. */
export interface UserFacts {
  id: number
  active: boolean
  /** When it will be erased, as was asked. */
  erase_at: string | null
  erased_at: string | null
  /** A child whose parent has not agreed that people outside of the school see it. */
  kept_from_guests: boolean
}

/**
 * A deactivated account is a blank page to everybody but curators, one that waits to be erased to everybody but them and
 * its owner, a child's to guests; of an erased one nothing is left to see.
 */
export const canSeeUser = (actor: Actor | null, user: UserFacts) => {
  if (user.erased_at !== null || (actor === null && user.kept_from_guests)) return false
  return isCurator(actor) || (user.active && (user.erase_at === null || actor?.id === user.id))
}

export const canEditUser = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)

/** E-mail, role and whether the account works. */
export const canManageUsers = (actor: Actor) => isCurator(actor)

export const canSeeEmail = (actor: Actor | null, user: { id: number }) => actor?.id === user.id || isCurator(actor)

/** A password is changed by its owner alone: a curator sends a link instead. */
export const canChangePassword = (actor: Actor, user: { id: number }) => actor.id === user.id

/** A profile is put in order by its owner alone. */
export const canOrderProjects = (actor: Actor, user: { id: number }) => actor.id === user.id
