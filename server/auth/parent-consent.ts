import type { z } from 'zod'
import type { ParentConsent } from '#contract/auth/auth.schema.ts'
import { consentsAt } from '#contract/consents/consents.schema.ts'
import { deleteChildRegistrationsOf, takeChildRegistration } from '#server/auth/child-registrations.repo.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { checkVersionRead } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { insertUser } from '#server/users/users.repo.ts'

const take = async (tx: Db, token: string) => {
  const child = await takeChildRegistration(tx, hashToken(token))
  if (!child) throw new Refusal('link-expired')
  return child
}

/**
 * A parent agrees: the account opens, the consent is journaled as the parent's, and the child gets a letter. Where the
 * address has an account by now nothing opens, and its owner gets the letter: the answer is the same.
 */
export const giveParentConsent = (db: Db, form: z.output<typeof ParentConsent>, address: string) =>
  db.transaction(async (tx) => {
    const { name, surname, email, password_hash, birth_date, parent_email } = await take(tx, form.token)
    const versions = await documentVersionsInForce(tx)
    const documents = consentsAt('parent').map(({ slug }) => ({ document: slug, version: versions.get(slug) ?? 0 }))
    for (const { version } of documents) checkVersionRead(form.version, version)
    const user = await insertUser(tx, { name, surname, email, role: 'student', password_hash, birth_date })
    if (user) {
      const parent = { name: form.name, email: parent_email }
      const given = await insertConsents(
        tx,
        documents.map((document) => ({ user_id: user.id, ...document, address, parent })),
      )
      for (const consent_id of given) await addEffect(tx, 'consent-letter', { consent_id })
    }
    await deleteChildRegistrationsOf(tx, email)
    await addEffect(tx, 'child-letter', { email, name, outcome: user ? 'opened' : 'known' })
    return { name }
  })

/** A parent declines: what the child has sent is gone, and the child gets a letter. */
export const declineParentConsent = (db: Db, token: string) =>
  db.transaction(async (tx) => {
    const { email, name } = await take(tx, token)
    await addEffect(tx, 'child-letter', { email, name, outcome: 'declined' })
  })
