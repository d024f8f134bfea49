import { isAtLeast } from '#contract/auth/auth.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { UserCreate } from '#contract/users/users.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { askParents } from '#server/consents/ask-parents.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { invalid } from '#server/http/refusal.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { addGuardian } from '#server/users/guardians.repo.ts'
import { findUserByHandle, insertUser } from '#server/users/users.repo.ts'

/** Names the field whose value another account has. */
const takenField = async (tx: Db, { email }: UserCreate) =>
  email && (await findUserByHandle(tx, email))
    ? invalid('email', 'С этой почтой уже есть учётная запись.')
    : invalid('login', 'Этот логин уже занят.')

/**
 * Opens an account for somebody; call it in a transaction. They are invited by a letter, where they have an address.
 * A student too young to agree alone waits for a parent's consent first, and cannot sign in.
 */
export const createUser = async (tx: Db, actor: Actor, form: UserCreate) => {
  const { parent_name, parent_email, ...fields } = form
  const rights = (form.role === 'curator' && form.rights) || null
  const { consent_age } = await loadSchool(tx)
  const waits = form.role === 'student' && !!form.birth_date && !isAtLeast(consent_age, form.birth_date, new Date())
  const awaits_parent_at = waits ? new Date().toISOString() : null
  const user = await insertUser(tx, { ...fields, rights, awaits_parent_at })
  if (!user) throw await takenField(tx, form)
  if (parent_name || parent_email) {
    await addGuardian(tx, user.id, { name: parent_name ?? '', email: parent_email ?? null })
  }
  if (waits) await askParents(tx, [user.id])
  if (!waits && user.email !== null) await addEffect(tx, 'invitation-letter', { user_id: user.id })
  const object = { kind: 'user' as const, id: user.id }
  await addAuditEntry(tx, {
    actor,
    kind: 'user-created',
    object,
    after: { role: user.role, ...(rights && { rights }) },
  })
  return user
}
