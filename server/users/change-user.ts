import { type Actor, canManageUsers } from '#contract/users/users.policy.ts'
import type { UserChange } from '#contract/users/users.schema.ts'
import { deletePasswordResetsOf, deleteSessionsOf } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { countOtherCurators, updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Refuses to let the last curator go; who waits to be erased does not count as one who stays. */
export const keepOneCurator = async (tx: Db, user: User) => {
  if (user.role === 'curator' && user.active && (await countOtherCurators(tx, user.id)) === 0) {
    throw new Refusal('wrong-state', {
      detail: 'Это единственный куратор школы. Сначала назначьте куратором кого-нибудь ещё.',
    })
  }
}

const signOutEverywhere = async (tx: Db, user: User) => {
  await deleteSessionsOf(tx, user.id)
  await deletePasswordResetsOf(tx, user.id)
}

/** The index on addresses decides, so that of two at the same moment one is refused. */
const refuseTakenEmail = (error: unknown): never => {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code !== '23505') throw error
  throw invalid('email', 'Эта почта уже занята другой учётной записью.')
}

/**
 * Changes a profile; e-mail, role and whether the account works count only when a curator sends them, whether letters
 * come only when the person does.
 */
export const changeUser = (
  db: Db,
  actor: Actor,
  user: User,
  { email, role, active, letters, ...profile }: UserChange,
) =>
  db.transaction(async (tx) => {
    const managed = canManageUsers(actor)
      ? { ...(email && { email }), ...(role && { role }), ...(active !== undefined && { active }) }
      : {}
    if ((managed.role && managed.role !== 'curator') || managed.active === false) await keepOneCurator(tx, user)
    const own = actor.id === user.id && letters !== undefined ? { letters } : {}
    await updateUser(tx, user.id, { ...profile, ...own, ...managed }).catch(refuseTakenEmail)
    if (managed.active === false) await signOutEverywhere(tx, user)
    if (managed.role || managed.active === false) await freeTasks(tx, { user_id: user.id })
  })

/** Turns an account off and signs it out everywhere; nothing of it is deleted. */
export const deactivateUser = (db: Db, user: User) =>
  db.transaction(async (tx) => {
    await keepOneCurator(tx, user)
    await updateUser(tx, user.id, { active: false })
    await signOutEverywhere(tx, user)
    await freeTasks(tx, { user_id: user.id })
  })
