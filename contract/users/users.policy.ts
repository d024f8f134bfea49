import type { RoleSlug } from '#contract/users/users.schema.ts'

/** The acting user, as the policies see them. */
export interface Actor {
  id: number
  role: RoleSlug
}

export const isCurator = (actor: Actor | null) => actor?.role === 'curator'

export const isStaff = (actor: Actor | null) => actor?.role === 'teacher' || actor?.role === 'curator'

/** What the policy of accounts needs. */
export interface UserFacts {
  id: number
  active: boolean
  /** When it will be erased on request. */
  erase_at: string | null
  erased_at: string | null
  /** A child whose parent has not agreed to publication outside the school. */
  kept_from_guests: boolean
}

/**
 * A deactivated account is visible only to curators, one that waits to be erased to them and its owner, a child's to
 * everybody but guests; an erased one to nobody.
 */
export const canSeeUser = (actor: Actor | null, user: UserFacts) => {
  if (user.erased_at !== null || (actor === null && user.kept_from_guests)) return false
  return isCurator(actor) || (user.active && (user.erase_at === null || actor?.id === user.id))
}

export const canEditUser = (actor: Actor, user: { id: number }) => actor.id === user.id || isCurator(actor)

/** E-mail, role and activity. */
export const canManageUsers = (actor: Actor) => isCurator(actor)

export const canSeeEmail = (actor: Actor | null, user: { id: number }) => actor?.id === user.id || isCurator(actor)

/** Patronymic, birth date, login and the school's number: for the person, curators and leaders of their class. */
export const canSeeFile = (actor: Actor | null, user: { id: number }, leads: boolean) =>
  actor?.id === user.id || isCurator(actor) || (actor?.role === 'teacher' && leads)

/** A password is changed by its owner alone: a curator sends a link instead. */
export const canChangePassword = (actor: Actor, user: { id: number }) => actor.id === user.id

/** A new password on paper, for people without an address: for curators, and a student's teachers and class leaders. */
export const canGivePassword = (actor: Actor, user: { email: string | null; role: RoleSlug }, teaches: boolean) =>
  user.email === null &&
  user.role !== 'curator' &&
  (isCurator(actor) || (actor.role === 'teacher' && user.role === 'student' && teaches))

/** Only the owner orders the projects of a profile. */
export const canOrderProjects = (actor: Actor, user: { id: number }) => actor.id === user.id
