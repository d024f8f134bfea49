import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { findConsent, insertConsents, withdrawConsents } from '#server/consents/consents.repo.ts'
import { checkVersionRead } from '#server/consents/give-consent.ts'
import { hasGrownUp, lockGiven } from '#server/consents/parent-link.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { Refusal } from '#server/http/refusal.ts'
import { narrowToSchool } from '#server/projects/narrow-projects.repo.ts'

const hold = async (tx: Db, token: string) => {
  const given = await lockGiven(tx, token)
  if (await hasGrownUp(tx, given.user)) {
    throw new Refusal('wrong-state', {
      detail: 'Ребёнок вырос и сам решает, показывать ли его работы всем: это согласие стоит в его профиле.',
    })
  }
  return given
}

/**
 * A parent agrees by the lasting link that the child's name and tasks are shown to everybody (152-ФЗ, art. 10.1). A
 * second consent to the same text changes nothing. 409 for a child who has grown up, and without the consent for the
 * account itself.
 */
export const givePublicationAsParent = (
  db: Db,
  { token, version, address }: { token: string; version: number; address: string },
) =>
  db.transaction(async (tx) => {
    const { consent, user, parent } = await hold(tx, token)
    if (consent.withdrawn_at !== null) {
      throw new Refusal('wrong-state', { detail: 'Согласие на учётную запись отозвано. Сначала дайте его снова.' })
    }
    const inForce = (await documentVersionsInForce(tx)).get('publication') ?? 0
    checkVersionRead(version, inForce)
    if ((await findConsent(tx, user.id, 'publication'))?.version === inForce) return
    await insertConsents(tx, [{ user_id: user.id, document: 'publication', version: inForce, address, parent }])
    await addAuditEntry(tx, {
      actor: null,
      kind: 'consent-given',
      object: { kind: 'user', id: user.id },
      after: { document: 'publication', version: inForce, by_parent: true },
    })
  })

/**
 * A parent takes it back: projects that everybody saw are shown to the school alone. Taking it back twice changes
 * nothing.
 */
export const withdrawPublicationAsParent = (db: Db, { token, address }: { token: string; address: string }) =>
  db.transaction(async (tx) => {
    const { user } = await hold(tx, token)
    if ((await withdrawConsents(tx, user.id, 'publication', address)) === 0) return
    await narrowToSchool(tx, user.id)
    await addAuditEntry(tx, {
      actor: null,
      kind: 'consent-withdrawn',
      object: { kind: 'user', id: user.id },
      after: { document: 'publication', by_parent: true },
    })
  })
