import type { GivenSlug } from '#contract/consents/consents.schema.ts'
import { findConsent, holdConsents, insertConsents } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { Refusal } from '#server/http/refusal.ts'

/** 409 when somebody read another text than the one in force. */
export const checkVersionRead = (read: number | undefined, inForce: number) => {
  if (read === undefined || read === inForce) return
  throw new Refusal('conflict', {
    detail: 'Текст документа только что изменился. Откройте страницу заново и прочитайте.',
  })
}

/** Journals that a person agrees to the text in force; once is enough for each text. */
export const giveConsent = (
  db: Db,
  userId: number,
  { document, version, address }: { document: GivenSlug; version?: number | undefined; address: string },
) =>
  db.transaction(async (tx) => {
    await holdConsents(tx, userId)
    const inForce = (await documentVersionsInForce(tx)).get(document) ?? 0
    checkVersionRead(version, inForce)
    const given = await findConsent(tx, userId, document)
    if (given?.version === inForce) return
    await insertConsents(tx, [{ user_id: userId, document, version: inForce, address }])
  })
