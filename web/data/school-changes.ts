import { homeApi } from '#contract/home/home.api.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { madeDocumentsApi } from '#contract/organisation/made-documents.api.ts'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { siteApi } from '#contract/site/site.api.ts'
import { on, put, staleEitherWay } from '#web/data/change.ts'

const section = [
  organisationApi.get,
  organisationApi.draft,
  organisationApi.overview,
  organisationApi.versions,
  organisationApi.version,
  organisationApi.documents,
  organisationApi.documentsToRenew,
  madeDocumentsApi.list,
]
/** The edition determines the names in the section, the borders of marks what journals show. */
const ofSchool = [...section, journalApi.get]
/** What shows a document of the section, or the unsigned table that stands in for it. */
const sectionDocuments = [
  madeDocumentsApi.list,
  organisationApi.get,
  organisationApi.draft,
  organisationApi.overview,
  organisationApi.documents,
  organisationApi.documentsToRenew,
]

/** The consequences of the school's settings, and of what its organisation section shows. */
export const schoolChanges = [
  ...on([siteApi.changeHome], { stale: [homeApi.get], awaited: true }),
  ...on([siteApi.setLogo, siteApi.removeLogo], {
    puts: (response) => [put(siteApi.school, undefined, response)],
    // a logo may be off the screen before the site has removed it
    staleAfterFailure: [siteApi.school],
  }),
  ...on([siteApi.changeSchool], { puts: (response) => [put(siteApi.school, undefined, response)], stale: ofSchool }),
  ...on([organisationApi.saveDraft, organisationApi.discardDraft, organisationApi.restore], {
    puts: (response, { params: { number } }) => [put(organisationApi.draft, { number }, response)],
    stale: [organisationApi.overview],
  }),
  ...on([organisationApi.publish], {
    puts: (response, { params }) => [put(organisationApi.draft, params, response)],
    stale: [organisationApi.versions, ...sectionDocuments],
    awaited: true,
  }),
  ...on([organisationApi.createDocument], {
    stale: [organisationApi.documents, organisationApi.documentsToRenew],
    awaited: true,
  }),
  ...on([organisationApi.updateDocument, organisationApi.replaceDocument], { stale: sectionDocuments, awaited: true }),
  ...on([organisationApi.archiveDocument, organisationApi.restoreDocument], { stale: sectionDocuments, awaited: true }),
  // a refusal may mean that the data are others by now
  ...on([madeDocumentsApi.sign], staleEitherWay(...sectionDocuments)),
  ...on([organisationApi.checkAgain], { puts: (response) => [put(organisationApi.check, undefined, response)] }),
]
