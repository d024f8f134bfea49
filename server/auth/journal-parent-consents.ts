import type { z } from 'zod'
import type { ParentConsent } from '#contract/auth/auth.schema.ts'
import { type ConsentSlug, consentsAt } from '#contract/consents/consents.schema.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { checkVersionRead } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { addEffects } from '#server/effects/effects.ts'
import { addGuardian } from '#server/users/guardians.repo.ts'

/**
 * What a parent's form agrees to: the texts for the account, and that for publication where the parent chose it. 409 when
 * they read another text than the one in force.
 */
export const textsOfParent = async (tx: Db, form: z.output<typeof ParentConsent>) => {
  const versions = await documentVersionsInForce(tx)
  const inForce = ({ slug }: { slug: ConsentSlug }) => ({ document: slug, version: versions.get(slug) ?? 0 })
  const account = consentsAt('parent').map(inForce)
  for (const { version } of account) checkVersionRead(form.version, version)
  const publication = form.publication ? consentsAt('publication').map(inForce) : []
  for (const { version } of publication) checkVersionRead(form.publication_version, version)
  return { account, publication }
}

/** Journals the consents of a child's parent, who becomes a guardian and gets the letter with the lasting link. */
export const journalParentConsents = async (
  tx: Db,
  { account, publication }: Awaited<ReturnType<typeof textsOfParent>>,
  given: { user_id: number; address: string; parent: { name: string; email: string } },
) => {
  await addGuardian(tx, given.user_id, given.parent)
  const ids = await insertConsents(
    tx,
    account.map((text) => ({ ...given, ...text })),
  )
  // the letter's link leads to this consent, and from it to the parent's other consents
  await addEffects(
    tx,
    'consent-letter',
    ids.map((consent_id) => ({ consent_id })),
  )
  await insertConsents(
    tx,
    publication.map((text) => ({ ...given, ...text })),
  )
}
