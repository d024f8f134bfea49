import type { CuratorRight, NeededRight } from '#contract/users/curator-rights.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'

/** The acting user, as the policies see them. */
export interface Actor {
  id: number
  role: RoleSlug
  /** The parts that a curator's rights are limited to; null or left out: none is missing. */
  rights?: readonly CuratorRight[] | null
  /** The curator who looks at the site as this person: nothing may be changed, and nothing private is shown. */
  looker_id?: number
  /** The key by which a program acts for this person. */
  key_id?: number
}

/** What decides about somebody's rights. */
type RightsOf = Pick<Actor, 'role' | 'rights'>

/**
 * The role that the actor has in a part of the school: there a curator without its right is like a teacher, who sees
 * and changes what is their own. Every right of a curator is asked for here, or by `curates`.
 */
export const roleIn = ({ role, rights }: RightsOf, right: NeededRight): RoleSlug =>
  role !== 'curator' || !rights || (right !== 'all' && rights.includes(right)) ? role : 'teacher'

/** Whether the actor is a curator with this right. */
export const curates = (actor: RightsOf | null, right: NeededRight) =>
  actor !== null && roleIn(actor, right) === 'curator'

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
  return curates(actor, 'people') || (user.active && (user.erase_at === null || actor?.id === user.id))
}

/**
 * E-mail, role, activity and whatever else opens an account. Those of curators need all rights, since who has a
 * curator's account has their rights.
 */
export const canManageUser = (actor: Actor, user: Pick<AccountFacts, 'role'>) =>
  curates(actor, user.role === 'curator' ? 'all' : 'people')

/** Whose account it is. */
export interface AccountFacts {
  id: number
  role: RoleSlug
}

export const canEditUser = (actor: Actor, user: AccountFacts) => actor.id === user.id || canManageUser(actor, user)

/** Gives a role: a new curator needs all rights, too. */
export const canGiveRole = (actor: Actor, role: RoleSlug) => canManageUser(actor, { role })

/** Nobody changes their own rights. */
export const canChangeRights = (actor: Actor, user: { id: number }) => curates(actor, 'all') && actor.id !== user.id

export const canSeeEmail = (actor: Actor | null, user: { id: number }) =>
  actor?.id === user.id || curates(actor, 'people')

/** Patronymic, birth date, login and the school's number: for the person, curators and leaders of their class. */
export const canSeeFile = (actor: Actor | null, user: { id: number }, leads: boolean) =>
  actor?.id === user.id || curates(actor, 'people') || (isStaff(actor) && leads)

/** A password is changed by its owner alone: a curator sends a link instead. */
export const canChangePassword = (actor: Actor, user: { id: number }) => actor.id === user.id

/** A new password on paper, for people without an address: for curators, and a student's teachers and class leaders. */
export const canGivePassword = (actor: Actor, user: { email: string | null; role: RoleSlug }, teaches: boolean) =>
  user.email === null &&
  user.role !== 'curator' &&
  (curates(actor, 'people') || (isStaff(actor) && user.role === 'student' && teaches))

/** Only the owner orders the projects of a profile. */
export const canOrderProjects = (actor: Actor, user: { id: number }) => actor.id === user.id
