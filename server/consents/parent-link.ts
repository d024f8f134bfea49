import type { GivenByParent } from '#contract/consents/consents.schema.ts'
import { documentName } from '#contract/documents/documents.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import {
  findConsent,
  findConsentById,
  findConsentByLink,
  insertConsents,
  setLink,
  withdrawConsents,
} from '#server/consents/consents.repo.ts'
import { agreesAlone, checkVersionRead } from '#server/consents/give-consent.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { askErasure, keepErasedSoon, lockLeaving } from '#server/privacy/ask-erasure.ts'
import { isErasureByWithdrawal } from '#server/privacy/erasures.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** The consent that a parent's link leads to, in its present state; 422 for a dead link. */
const findGiven = async (db: Db, token: string) => {
  const given = await findConsentByLink(db, hashToken(token))
  if (!given?.consent.parent) throw new Refusal('link-expired')
  return { ...given, parent: given.consent.parent }
}

/** The same with a lock: acts by the link and by the child run one after another. */
export const lockGiven = async (tx: Db, token: string) => {
  const { user } = await findGiven(tx, token)
  await lockLeaving(tx, user.id)
  return findGiven(tx, token)
}

/** Whether the child is old enough to agree alone by now. */
export const hasGrownUp = async (db: Db, { birth_date }: { birth_date: string | null }) =>
  agreesAlone(birth_date, (await loadSchool(db)).consent_age)

/** What a parent agreed to for a child. */
export const loadGivenByParent = async (db: Db, token: string): Promise<GivenByParent> => {
  const { consent, user, parent } = await findGiven(db, token)
  const { document, version, given_at, withdrawn_at } = consent
  const [grown_up, versions, shown, { name, address }] = await Promise.all([
    hasGrownUp(db, user),
    documentVersionsInForce(db),
    findConsent(db, user.id, 'publication'),
    loadSchool(db),
  ])
  return {
    child: fullName(user),
    operator: { name, address },
    grown_up,
    document: { slug: document, title: documentName(document) },
    version,
    current_version: versions.get(document) ?? version,
    given_at,
    parent,
    withdrawn_at,
    publication: shown && { version: shown.version, given_at: shown.given_at },
    publication_version: versions.get('publication') ?? 0,
    erase_at: user.erase_at,
  }
}

/**
 * A parent takes the consent back, with the same consequences as if the child had: the account is erased in 14 days,
 * and both get a letter. Taking it back twice changes nothing.
 */
export const withdrawAsParent = (db: Db, { token, address }: { token: string; address: string }) =>
  db.transaction(async (tx) => {
    const { consent, user } = await lockGiven(tx, token)
    if ((await withdrawConsents(tx, user.id, consent.document, address)) === 0) return
    // somebody who has grown up and agreed alone since, stays
    const ends = (await missingConsent(tx, user)) !== null
    const erase_at = ends ? await askErasure(tx, { userId: user.id, askedBy: null }) : undefined
    await addAuditEntry(tx, {
      actor: null,
      kind: 'consent-withdrawn',
      object: { kind: 'user', id: user.id },
      after: { document: consent.document, by_parent: true, ...(erase_at && { erase_at }) },
    })
  })

/**
 * A parent gives it again, as a new line of the journal: the account stays, unless it is erased by a request from before
 * the consent was taken back. Changes nothing while the consent is valid. 409 for a child who has grown up: they alone decide whether their account stays.
 */
export const giveAsParent = (
  db: Db,
  { token, version, address }: { token: string; version: number; address: string },
) =>
  db.transaction(async (tx) => {
    const { consent, user, parent } = await lockGiven(tx, token)
    if (consent.withdrawn_at === null) return
    if (await hasGrownUp(tx, user)) {
      throw new Refusal('wrong-state', {
        detail: 'Ребёнок вырос и соглашается сам: до дня удаления ему достаточно войти и нажать «Не удалять».',
      })
    }
    const inForce = (await documentVersionsInForce(tx)).get(consent.document) ?? 0
    checkVersionRead(version, inForce)
    const { document, link_hash } = consent
    const keeps = user.erase_at !== null && (await isErasureByWithdrawal(tx, user.id))
    await insertConsents(tx, [{ user_id: user.id, document, version: inForce, address, parent, link_hash }])
    await addAuditEntry(tx, {
      actor: null,
      kind: 'consent-given',
      object: { kind: 'user', id: user.id },
      ...(keeps && { before: { erase_at: user.erase_at } }),
      after: { document, version: inForce, by_parent: true, ...(keeps && { erase_at: null }) },
    })
    if (!keeps) return
    await keepErasedSoon(tx, user.id, null)
    await addEffect(tx, 'kept-letter', { user_id: user.id })
  })

/** Makes the link of a consent that was just given; null when the consent is gone. The previous link is dead. */
export const openParentLink = async (tx: Db, consentId: number, token: string) => {
  const given = await findConsentById(tx, consentId)
  if (!given?.consent.parent) return null
  await setLink(tx, consentId, hashToken(token))
  return { ...given, parent: given.consent.parent }
}
