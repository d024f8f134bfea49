import { minuteMs } from '#contract/durations.ts'
import { fullName } from '#contract/users/names.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { leaveAllCourses } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, addEffects, type EffectPayloads } from '#server/effects/effects.ts'
import {
  eraseConsents,
  erasedName,
  eraseProjects,
  eraseReactions,
  eraseTraces,
  eraseUserRow,
  listParentAddresses,
  markErasedFiles,
} from '#server/privacy/erase-account.repo.ts'
import {
  dropFilesOfTasks,
  endBegunVerdicts,
  eraseJournalCells,
  eraseReviewerName,
  eraseTaskNews,
  eraseTasks,
  eraseThreads,
  lockOwnTasks,
} from '#server/privacy/erase-tasks.repo.ts'
import { closeErasure } from '#server/privacy/erasures.repo.ts'
import { lockErased, passOnCourses } from '#server/privacy/pass-on-courses.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { findUser, lockUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

const eraseTexts = async (tx: Db, user: User) => {
  const tasks = await lockOwnTasks(tx, user.id)
  const files = await endBegunVerdicts(tx, tasks)
  files.push(...(await dropFilesOfTasks(tx, user.id, tasks)))
  await eraseTaskNews(tx, user.id)
  await eraseTasks(tx, tasks)
  await eraseThreads(tx, user.id, tasks)
  await eraseJournalCells(tx, user.id)
  await eraseReviewerName(tx, user.id, fullName(user), fullName(erasedName))
  return files
}

/**
 * Erases a person from the database; call it in a transaction. Verdicts, scores, tasks of teams and projects of others
 * stay without the name. The bytes of files are deleted afterwards, one effect each, so that a crash loses none.
 */
const eraseUser = async (tx: Db, user: User) => {
  // before their notifications, in the order of an act that ends one of these places
  if (user.active) await leaveAllCourses(tx, [user.id])
  const files = await eraseTexts(tx, user)
  files.push(...(await eraseProjects(tx, user.id)))
  await eraseReactions(tx, user.id)
  files.push(...(await eraseConsents(tx, user.id)))
  await eraseTraces(tx, user)
  const erased = await markErasedFiles(tx, user.id, [...new Set(files)])
  const { avatar } = user
  await addEffects(tx, 'bytes-erased', [...erased.map((file_id) => ({ file_id })), ...(avatar ? [{ avatar }] : [])])
  const at = new Date().toISOString()
  await eraseUserRow(tx, user.id, at)
  await freeTasks(tx, { user_ids: [user.id] })
  await closeErasure(tx, user.id, { erased_at: at })
}

/** When erased data are checked for a second time, in milliseconds after erasing. */
const secondLookMs = 10 * minuteMs

/**
 * Erases what slower calls wrote after the account was erased. Letters came no later: the erasing deletes the rows they
 * are sent for, and so waits for those that are being written.
 */
const eraseLate = async (tx: Db, user: User | null) => {
  if (user && user.erased_at !== null) await eraseUser(tx, user)
}

/**
 * Erases an account whose date has come; courses that nobody else teaches pass on. Returns the addresses that kept
 * letters about it may have: the person's, and those of parents without another child here; none when the erasing was
 * cancelled.
 */
export const eraseDueAccount = async (
  tx: Db,
  { user_id, erase_at, late, successor_id }: EffectPayloads['account-erased'],
) => {
  if (late) {
    await eraseLate(tx, await lockUser(tx, user_id))
    return []
  }
  const left = await lockErased(tx, user_id, successor_id)
  const user = await findUser(tx, user_id)
  if (user?.erase_at !== erase_at) return []
  const addresses = [...(user.email === null ? [] : [user.email]), ...(await listParentAddresses(tx, user.id))]
  if (left) await passOnCourses(tx, user, left)
  await eraseUser(tx, user)
  const object = { kind: 'user' as const, id: user.id }
  await addAuditEntry(tx, { actor: null, kind: 'user-erased', object })
  const again = new Date(Date.now() + secondLookMs).toISOString()
  await addEffect(tx, 'account-erased', { user_id, erase_at, late: true }, again)
  return addresses
}
