import type { RoleSlug } from '#contract/users/users.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { askParents } from '#server/consents/ask-parents.ts'
import { followBirthDates } from '#server/consents/follow-birth-dates.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { keepOneCurator } from '#server/users/change-user.ts'
import { handOverCourses } from '#server/users/hand-over-courses.ts'
import { leaveFormerPlaces } from '#server/users/leave-former-places.ts'
import { lockPlacesOf, refuseMorePlaces } from '#server/users/lock-places.ts'
import { lockUser, type User, updateUser } from '#server/users/users.repo.ts'

/** Refuses to take a role away that the school cannot do without. */
const checkLeaving = async (tx: Db, user: User, role: RoleSlug) => {
  const places = await lockPlacesOf(tx, user.id)
  if (user.role === 'curator') await keepOneCurator(tx, user)
  if (role === 'student') await handOverCourses(tx, user, user, undefined)
  const now = await lockUser(tx, user.id)
  // what was checked depends on the former one
  if (now?.role !== user.role) throw new Refusal('conflict')
  await refuseMorePlaces(tx, [user.id], places)
}

/**
 * Gives somebody the role that the provider says they have, as a curator would. The last curator with all rights stays
 * one, and so does a teacher without whom a published course would have none: a curator decides about these. Call it in
 * the sign-in's transaction before the person is locked; returns the outcome, null where nothing changes.
 */
export const giveClaimedRole = async (tx: Db, user: User, role: RoleSlug | null) => {
  if (role === null || role === user.role) return null
  try {
    await checkLeaving(tx, user, role)
  } catch (error) {
    if (error instanceof Refusal) return 'provider-role-kept' as const
    throw error
  }
  // who is no curator has no curator's rights; a new one has all of them, as one whom a curator makes
  await updateUser(tx, user.id, { role, rights: null })
  await leaveFormerPlaces(tx, null, [{ id: user.id, role }])
  await askParents(tx, await followBirthDates(tx, [user.id]))
  await addSecurityLetter(tx, user.id, { news: 'role-changed', role })
  await freeTasks(tx, { user_ids: [user.id] })
  await addAuditEntry(tx, {
    actor: null,
    kind: 'user-role',
    object: { kind: 'user', id: user.id },
    before: { role: user.role },
    after: { role, by_provider: true },
  })
  return 'provider-role' as const
}
