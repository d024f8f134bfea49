import { isAtLeast } from '#contract/auth/auth.schema.ts'
import type { GivenSlug } from '#contract/consents/consents.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { findConsent, insertConsents, lockConsents } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { Refusal } from '#server/http/refusal.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** 409 when the person read another text than the one in force. */
export const checkVersionRead = (read: number | undefined, inForce: number) => {
  if (read === undefined || read === inForce) return
  throw new Refusal('conflict', {
    detail: 'Текст документа только что изменился. Прочитайте новый и согласитесь ещё раз.',
  })
}

/** Whether somebody is old enough to agree alone; people without a birth date said so when they registered. */
export const agreesAlone = (birthDate: string | null, consentAge: number) =>
  birthDate === null || isAtLeast(consentAge, birthDate, new Date())

/** Journals that a person agrees to the text in force; a second consent to the same text changes nothing. */
export const giveConsent = (
  db: Db,
  userId: number,
  { document, version, address }: { document: GivenSlug; version?: number | undefined; address: string },
) =>
  db.transaction(async (tx) => {
    const birthDate = await lockConsents(tx, userId)
    const { consent_age } = await loadSchool(tx)
    if (!agreesAlone(birthDate, consent_age)) {
      throw new Refusal('wrong-state', { detail: `До ${consent_age} лет согласие даёт родитель.` })
    }
    const inForce = (await documentVersionsInForce(tx)).get(document) ?? 0
    checkVersionRead(version, inForce)
    const given = await findConsent(tx, userId, document)
    if (given?.version === inForce) return
    await insertConsents(tx, [{ user_id: userId, document, version: inForce, address }])
    await addAuditEntry(tx, {
      actor: { id: userId },
      kind: 'consent-given',
      object: { kind: 'user', id: userId },
      after: { document, version: inForce },
    })
  })
