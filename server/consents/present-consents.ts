import { canSeeScans } from '#contract/consents/consents.policy.ts'
import { type AskedConsent, type Consent, consentsAt } from '#contract/consents/consents.schema.ts'
import { documentName } from '#contract/documents/documents.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { listConsentsOf } from '#server/consents/consents.repo.ts'
import type { ConsentRecord } from '#server/consents/consents.table.ts'
import { agreesAlone } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** Presents lines of the journal, in order; with the scans of those on paper for curators. */
export const presentConsents = async (db: Db, actor: Actor, rows: ConsentRecord[]): Promise<Consent[]> => {
  const onPaper = canSeeScans(actor) ? rows.filter(({ signed_on }) => signed_on !== null) : []
  const scans = await loadFiles(
    db,
    onPaper.map(({ id }) => ({ owner: 'consent', id })),
  )
  return rows.map(({ document, signed_on, ...row }) => ({
    ...row,
    document: { slug: document, title: documentName(document) },
    paper: signed_on === null ? null : { signed_on, scan: scans.list('consent', row.id)[0] ?? null },
  }))
}

/** The consents a person is asked for, and their journal: a child is shown what the parent agreed to. */
export const loadConsentsOf = async (db: Db, actor: Actor, user: { id: number; birth_date: string | null }) => {
  const [rows, versions, { consent_age }] = await Promise.all([
    listConsentsOf(db, user.id),
    documentVersionsInForce(db),
    loadSchool(db),
  ])
  const consents = await presentConsents(db, actor, rows)
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
        document: { slug, title },
        version: versions.get(slug) ?? 0,
        given: holding(slug),
        own: alone && slug !== 'parent-consent',
      }),
    ),
  }
}
