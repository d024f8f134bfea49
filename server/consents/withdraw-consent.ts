import { type ConsentSlug, neededConsents } from '#contract/consents/consents.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { withdrawConsents } from '#server/consents/consents.repo.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import type { Db } from '#server/db/database.ts'
import { found } from '#server/http/refusal.ts'
import { askErasure, lockLeaving } from '#server/privacy/ask-erasure.ts'
import { narrowToSchool } from '#server/projects/narrow-projects.repo.ts'

/** Whether the account ends with the consent. */
export const endsAccount = (document: ConsentSlug) => neededConsents.includes(document)

/**
 * Takes a consent back at once, with its consequences: without the one for publication the person's projects are no
 * longer shown to everybody; without the one for personal data the account is erased, unless its owner cancels that in
 * time. Taking back a consent that is not given changes nothing.
 */
export const withdrawConsent = (
  db: Db,
  userId: number,
  { document, address, keepSession }: { document: ConsentSlug; address: string; keepSession: Buffer | null },
) =>
  db.transaction(async (tx) => {
    const user = found(await lockLeaving(tx, userId))
    const withdrawn = await withdrawConsents(tx, userId, document, address)
    if (withdrawn === 0) return
    if (document === 'publication') await narrowToSchool(tx, userId)
    const ends = endsAccount(document) && (await missingConsent(tx, user)) !== null
    const erase_at = ends ? await askErasure(tx, { userId, askedBy: userId, keepSession }) : undefined
    await addAuditEntry(tx, {
      actor: { id: userId },
      kind: 'consent-withdrawn',
      object: { kind: 'user', id: userId },
      after: { document, ...(erase_at && { erase_at }) },
    })
  })
