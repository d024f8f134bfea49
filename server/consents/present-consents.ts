import { type AskedConsent, type Consent, type ConsentSlug, consentsAt } from '#contract/consents/consents.schema.ts'
import { documentName } from '#contract/documents/documents.schema.ts'
import { listConsentsOf } from '#server/consents/consents.repo.ts'
import type { ConsentRecord } from '#server/consents/consents.table.ts'
import { agreesAlone } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'

export const presentConsent = ({ document, ...row }: ConsentRecord): Consent => ({
  ...row,
  document: { slug: document, title: documentName(document) },
})

/** The consents a person is asked for, and their journal: a child is shown what the parent agreed to. */
export const loadConsentsOf = async (db: Db, user: { id: number; birth_date: string | null }) => {
  const [rows, versions, { consent_age }] = await Promise.all([
    listConsentsOf(db, user.id),
    documentVersionsInForce(db),
    loadSchool(db),
  ])
  const consents = rows.map(presentConsent)
  const holding = (slug: string) =>
    consents.find(({ document, withdrawn_at }) => document.slug === slug && withdrawn_at === null) ?? null
  const alone = agreesAlone(user.birth_date, consent_age)
  // somebody who has grown up agrees alone once the parent's consent is no longer valid
  const byParent =
    holding('parent-consent') !== null ||
    (!alone && consents.some(({ document }) => document.slug === 'parent-consent'))
  const asked = [...consentsAt(byParent ? 'parent' : 'registration'), ...consentsAt('publication')]
  return {
    consents,
    asked: asked.map(
      ({ slug, title }): AskedConsent => ({
        document: { slug: slug as ConsentSlug, title },
        version: versions.get(slug) ?? 0,
        given: holding(slug),
        own: alone && slug !== 'parent-consent',
      }),
    ),
  }
}
