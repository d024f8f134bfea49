import type { ConsentSlug } from '#contract/consents/consents.schema.ts'
import { holdConsents, withdrawConsents } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { narrowToSchool } from '#server/projects/narrow-projects.repo.ts'

/**
 * Takes a consent back at once, with what follows from it: without one for publication the person's projects are no
 * longer for everybody. Taking back what is not given changes nothing.
 */
export const withdrawConsent = (
  db: Db,
  userId: number,
  { document, address }: { document: ConsentSlug; address: string },
) =>
  db.transaction(async (tx) => {
    await holdConsents(tx, userId)
    const withdrawn = await withdrawConsents(tx, userId, document, address)
    if (withdrawn === 0) return
    if (document === 'publication') await narrowToSchool(tx, userId)
  })
