import type { ConsentSlug } from '#contract/consents/consents.schema.ts'
import { holdConsents, withdrawConsents } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { askErasure } from '#server/privacy/ask-erasure.ts'
import { narrowToSchool } from '#server/projects/narrow-projects.repo.ts'

/** Without these there can be no account. */
const needed: ConsentSlug[] = ['personal-data', 'parent-consent']

/**
 * Takes a consent back at once, with what follows from it: without one for publication the person's projects are no
 * longer for everybody; without one for personal data the account is erased, unless its owner changes their mind in
 * time. Taking back what is not given changes nothing.
 */
export const withdrawConsent = (
  db: Db,
  userId: number,
  { document, address, keepSession }: { document: ConsentSlug; address: string; keepSession: Buffer | null },
) =>
  db.transaction(async (tx) => {
    await holdConsents(tx, userId)
    const withdrawn = await withdrawConsents(tx, userId, document, address)
    if (withdrawn === 0) return
    if (document === 'publication') await narrowToSchool(tx, userId)
    if (needed.includes(document)) await askErasure(tx, { userId, askedBy: userId, keepSession })
  })
