import type { z } from 'zod'
import type { ParentConsent } from '#contract/auth/auth.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { agreeToAccount, declineAccount } from '#server/auth/child-account.ts'
import { deleteChildRegistrationsOf, takeChildRegistration } from '#server/auth/child-registrations.repo.ts'
import { findChildOfLink } from '#server/auth/confirmations.repo.ts'
import { journalParentConsents, textsOfParent } from '#server/auth/journal-parent-consents.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { settleRegistration } from '#server/registrations/admit.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { insertUser } from '#server/users/users.repo.ts'

const take = async (tx: Db, token: string) => {
  const child = await takeChildRegistration(tx, hashToken(token))
  if (!child) throw new Refusal('link-expired')
  return child
}

/**
 * Records a parent's consent: the account opens, the consent is journaled as the parent's, with the separate consent to
 * publication where the parent gave it, and the child gets a letter. Where the address has an account by now nothing
 * opens and its owner gets the letter; the response is the same.
 */
export const giveParentConsent = (db: Db, form: z.output<typeof ParentConsent>, address: string) =>
  db.transaction(async (tx) => {
    if (await findChildOfLink(tx, hashToken(form.token))) return agreeToAccount(tx, form, address)
    const child = await take(tx, form.token)
    const { name, surname, email, password_hash, birth_date, parent_email } = child
    const texts = await textsOfParent(tx, form)
    const { registration_waits: waits } = await loadSchool(tx)
    const account = { name, surname, email, role: 'student', password_hash, birth_date, active: !waits } as const
    const user = await insertUser(tx, account)
    if (user) {
      await journalParentConsents(tx, texts, {
        user_id: user.id,
        address,
        parent: { name: form.name, email: parent_email },
      })
      await addAuditEntry(tx, {
        actor: null,
        kind: 'user-created',
        object: { kind: 'user', id: user.id },
        after: {
          role: user.role,
          documents: [...texts.account, ...texts.publication].map(({ document }) => document),
          by_parent: true,
        },
      })
      const { cohort_id, program_id, application_text } = child
      await settleRegistration(tx, user, { waits, cohort_id, program_id, application_text })
    }
    await deleteChildRegistrationsOf(tx, email)
    // nobody has confirmed the child's own address yet: the letter about the account asks for that
    if (user && !waits) await addEffect(tx, 'confirm-letter', { user_id: user.id, opened: true })
    else if (!user) await addEffect(tx, 'child-letter', { email, outcome: 'known' })
    return { name, next: waits ? 'school' : 'sign-in' } as const
  })

/**
 * A parent declines: the registration is deleted, and the child gets a letter; an account that the school opened is
 * closed and erased in 14 days.
 */
export const declineParentConsent = (db: Db, token: string) =>
  db.transaction(async (tx) => {
    if (await findChildOfLink(tx, hashToken(token))) return declineAccount(tx, token)
    const { email } = await take(tx, token)
    await addEffect(tx, 'child-letter', { email, outcome: 'declined' })
  })
