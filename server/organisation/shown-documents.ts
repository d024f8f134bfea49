import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { Db } from '#server/db/database.ts'
import { listOrganisationRecords } from '#server/organisation/organisation.repo.ts'
import { listDocumentsAndHeirs } from '#server/organisation/organisation-documents.repo.ts'
import { loadPlatformFacts } from '#server/organisation/platform-rows.ts'
import { documentsNow } from '#server/organisation/present-document.ts'
import { documentIdsOf } from '#server/organisation/present-rows.ts'
import { visibleValues } from '#server/organisation/visible-values.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** The current documents under each name of the published pages, with the number of the page. */
export const listShownDocuments = async (db: Db) => {
  const records = await listOrganisationRecords(db)
  const facts = await loadPlatformFacts(db)
  const school = await loadSchool(db)
  const values = records.flatMap(({ number, content }) => {
    const page = registryPage(number, school)
    return page ? visibleValues(page, content, facts).map(({ value }) => ({ number, ids: documentIdsOf(value) })) : []
  })
  const { of } = documentsNow(await listDocumentsAndHeirs(db, [...new Set(values.flatMap(({ ids }) => ids))]))
  return values.map(({ number, ids }) => ({ number, documents: ids.flatMap((id) => of(id) ?? []) }))
}
