import { schoolDay } from '#contract/dates.ts'
import { sortDocuments } from '#contract/organisation/document-term.ts'
import { type MadeDocument, madeDocuments } from '#contract/organisation/made-documents.schema.ts'
import type { OrganisationDocument, OrganisationPage, ShownValue } from '#contract/organisation/organisation.schema.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { CheckReport } from '#contract/organisation/self-check.schema.ts'
import type { Deps } from '#server/deps.ts'
import { documentsFault } from '#server/organisation/judge-documents.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'
import { loadMadeDocuments } from '#server/organisation/present-made.ts'

/** A fault of the documents under one name. */
interface DocumentFinding {
  page: number
  container: string | null
  /** The name; null for a document without one: it is reported for the page. */
  name: string | null
  advice: string
}

const isSigned = ({ signature, signature_file }: OrganisationDocument) =>
  signature_file !== null || Boolean(signature?.signer && signature.signed_at)

/** Why a value is not a signed document where one is required (МР 9.0.0, т. 3.5.1 and 3.11.1; order No. 1493, п. 8). */
const unsignedAdvice = ({ links, documents }: ShownValue) => {
  // those whose time is over are listed as former ones
  const unsigned = sortDocuments(documents, schoolDay()).current.filter((document) => !isSigned(document))
  if (unsigned.length > 0) {
    const titles = unsigned.map(({ title }) => `«${title}»`).join(', ')
    return `Нужен документ с электронной подписью, а без неё: ${titles}. Приложите файл .sig или скажите, кто и когда подписал.`
  }
  // an external link may lead to a signed document: that cannot be checked here
  const own = links.filter(({ url }) => url.startsWith('/') && !url.startsWith('/files/'))
  return own.length > 0
    ? `Нужен документ с электронной подписью, а стоит ссылка на страницу или таблицу: «${own[0]?.title ?? ''}».`
    : ''
}

const findingsOn = (page: OrganisationPage): DocumentFinding[] =>
  (registryPage(page.number, page)?.blocks ?? []).flatMap((block) =>
    block.fields.flatMap((field) => {
      const { name, label, signed } = field
      const values = (page.blocks[block.key] ?? []).flatMap(({ values }) => values[name] ?? [])
      const unsigned = signed && values.map(unsignedAdvice).find((fault) => fault !== '')
      const advice =
        unsigned || values.map(({ documents }) => documentsFault(documents, field)).find((fault) => fault !== '')
      if (!advice) return []
      return block.unmarked
        ? { page: page.number, container: null, name: null, advice: `${label}: ${advice}` }
        : { page: page.number, container: block.container, name, advice }
    }),
  )

/** Reports a generated document on its page that its data have outdated. */
const outdatedFinding = ({ kind, page, title, outdated, shown }: MadeDocument): DocumentFinding[] => {
  if (!outdated || !shown) return []
  const advice = `Документ «${title}» старше данных, из которых его сделали. Подпишите его заново.`
  return [
    kind === 'staff'
      ? { page, container: null, name: null, advice }
      : { page, container: null, name: madeDocuments[kind].field, advice },
  ]
}

/** The staff of each programme has no name of its own, so no robot reports that the document is missing. */
const missingStaff = ({ kind, page, document, shown }: MadeDocument, staff: OrganisationPage | undefined) => {
  const shows = staff?.blocks.staff?.some(({ values }) => {
    const { documents = [], links = [] } = values.staffOfProgrammes ?? {}
    return documents.length + links.length > 0
  })
  const teaches = (staff?.blocks.teachingStaff ?? []).length > 0
  if (kind !== 'staff' || !teaches || shows || (document && shown)) return []
  const advice =
    'Нет документа с персональным составом каждой программы (приказ № 1353, п. 12). Подпишите его: раздел, вкладка «Документы».'
  return [{ page, container: null, name: null, advice }]
}

/** Documents of the section that are unsigned, outdated, or faulty. */
export const loadDocumentFindings = async (deps: Pick<Deps, 'db' | 'config'>): Promise<DocumentFinding[]> => {
  const numbers = organisationPages.map(({ number }) => number)
  const [made, ...pages] = await Promise.all([
    loadMadeDocuments(deps),
    ...numbers.map((number) => loadOrganisationPage(deps.db, number)),
  ])
  const known = pages.filter((page) => page !== null)
  const staff = known.find(({ number }) => number === madeDocuments.staff.page)
  return [
    ...known.flatMap(findingsOn),
    ...made.documents.flatMap((document) => [...outdatedFinding(document), ...missingStaff(document, staff)]),
  ]
}

/** Adds the findings to the report, after the robot's own finding for a name. */
export const withDocumentFindings = (report: CheckReport, findings: DocumentFinding[]): CheckReport => ({
  ...report,
  pages: report.pages.map((page) => {
    const own = findings.filter((finding) => finding.page === page.number)
    return {
      ...page,
      faults: [...page.faults, ...own.filter(({ name }) => name === null).map(({ advice }) => advice)],
      names: page.names.map((checked) => {
        const more = own
          .filter(({ name, container }) => name === checked.name && container === checked.container)
          .map(({ advice }) => advice)
        return more.length === 0 ? checked : { ...checked, advice: [checked.advice, ...more].filter(Boolean).join(' ') }
      }),
    }
  }),
})
