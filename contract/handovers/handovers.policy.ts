import { type Actor, canManageUser, curates } from '#contract/users/users.policy.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'

/**
 * Hands over, or returns, what somebody with this role has. It names teachers of courses and leaders of classes, and
 * the duties of a curator need all rights as their account does.
 */
export const canHandOver = (actor: Actor, user: { role: RoleSlug }) =>
  curates(actor, 'courses') && canManageUser(actor, user)
