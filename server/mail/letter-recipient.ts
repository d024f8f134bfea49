import { fullName } from '#contract/users/names.ts'
import type { Db } from '#server/db/database.ts'
import { getsLetters } from '#server/mail/gets-letters.ts'
import { findGuardianEmail } from '#server/users/guardians.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Where a letter to a person goes, and what is written above its text. */
export interface Recipient {
  to: string
  preface: string[]
}

/**
 * Returns the confirmed address of a person; for a child without an address that of a parent, with the child's name
 * above the text. Null: no letter is sent.
 */
export const findRecipient = async (db: Db, user: User): Promise<Recipient | null> => {
  if (user.email !== null) return getsLetters(user) ? { to: user.email, preface: [] } : null
  if (!user.active || user.erased_at !== null || user.awaits_parent_at !== null) return null
  const to = await findGuardianEmail(db, user.id)
  if (to === null) return null
  return { to, preface: [`У ребёнка нет своей почты, поэтому письмо пришло вам. Ребёнок: ${fullName(user)}.`] }
}
