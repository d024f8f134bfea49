import type { ParentsSlug } from '#contract/consents/consents.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { findConsent, withdrawConsents } from '#server/consents/consents.repo.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import { endsAccount } from '#server/consents/withdraw-consent.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { askErasure, lockLeaving } from '#server/privacy/ask-erasure.ts'
import { narrowToSchool } from '#server/projects/narrow-projects.repo.ts'

/**
 * Records that a parent has taken a consent back in writing, whichever way they gave it, with the same consequences as
 * by the link. 409 where no parent's consent is valid.
 */
export const withdrawOnPaper = (db: Db, actor: Actor, userId: number, document: ParentsSlug) =>
  db.transaction(async (tx) => {
    const user = found(await lockLeaving(tx, userId), ({ erased_at }) => erased_at === null)
    if (!(await findConsent(tx, userId, document))?.parent) {
      throw new Refusal('wrong-state', { detail: 'Такого согласия родителя нет, или его уже отозвали.' })
    }
    await withdrawConsents(tx, userId, document, '')
    if (document === 'publication') await narrowToSchool(tx, userId)
    // somebody who has grown up and agreed alone since, stays
    const ends = endsAccount(document) && (await missingConsent(tx, user)) !== null
    const erase_at = ends ? await askErasure(tx, { userId, askedBy: actor.id }) : undefined
    await addAuditEntry(tx, {
      actor,
      kind: 'consent-withdrawn',
      object: { kind: 'user', id: userId },
      after: { document, by_parent: true, on_paper: true, ...(erase_at && { erase_at }) },
    })
  })
