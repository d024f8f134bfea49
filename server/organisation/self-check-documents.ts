import { schoolDay } from '#contract/dates.ts'
import { sortDocuments } from '#contract/organisation/document-term.ts'
import { type MadeDocument, madeDocuments } from '#contract/organisation/made-documents.schema.ts'
import type { OrganisationDocument, OrganisationPage, ShownValue } from '#contract/organisation/organisation.schema.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import {
  type CheckedName,
  type CheckFault,
  type CheckReport,
  RemarkTone,
} from '#contract/organisation/self-check.schema.ts'
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
  tone: RemarkTone
}

const isSigned = ({ signature, signature_file }: OrganisationDocument) =>
  signature_file !== null || Boolean(signature?.signer && signature.signed_at)

/** The titles of documents in force without a signature; those whose time is over are listed as former ones. */
const unsignedTitles = (documents: OrganisationDocument[]) =>
  sortDocuments(documents, schoolDay())
    .current.filter((document) => !isSigned(document))
    .map(({ title }) => `«${title}»`)
    .join(', ')

/** Why a value is not a signed document where one is required (МР 9.0.0, т. 3.5.1 and 3.11.1; order No. 1493, п. 8). */
const unsignedAdvice = ({ links, documents }: ShownValue) => {
  const titles = unsignedTitles(documents)
  if (titles) {
    return `Нужен документ с электронной подписью, а без неё: ${titles}. Приложите файл .sig или скажите, кто и когда подписал.`
  }
  // an external link may lead to a signed document: that cannot be checked here
  const own = links.filter(({ url }) => url.startsWith('/') && !url.startsWith('/files/'))
  return own.length > 0
    ? `Нужен документ с электронной подписью, а стоит ссылка на страницу или таблицу: «${own[0]?.title ?? ''}».`
    : ''
}

/** A scan of a signed paper does as well (Раз24, в. 2), but nobody can tell it from an unsigned text. */
const scanAdvice = ({ documents }: ShownValue) => {
  const titles = unsignedTitles(documents)
  return titles
    ? `Без электронной подписи: ${titles}. Если это скан, проверьте, что на нём видны подпись, печать, дата и номер; если нет, подпишите документ (ПП РФ № 1802, п. 18).`
    : ''
}

/** What is wrong with a value. */
const faultsOf = (value: ShownValue, field: OrganisationField): CheckFault[] => {
  const { signed, drawnUp, required } = field
  const { documents, links } = value
  const unsigned = signed ? unsignedAdvice(value) : ''
  const scan = drawnUp ? scanAdvice(value) : ''
  // a link beside them is a value as well
  const about = documentsFault(documents, { ...field, required: required && links.length === 0 })
  return [
    ...(unsigned ? [{ text: unsigned, tone: 'warn' as const }] : []),
    ...(about ? [about] : []),
    ...(scan ? [{ text: scan, tone: 'note' as const }] : []),
  ]
}

const tones = RemarkTone.options

const gravest = (given: RemarkTone[]) => tones.find((tone) => given.includes(tone))

const findingsOn = (page: OrganisationPage): DocumentFinding[] =>
  (registryPage(page.number, page)?.blocks ?? []).flatMap((block) =>
    block.fields.flatMap((field) => {
      const { name, label } = field
      const values = (page.blocks[block.key] ?? []).flatMap(({ values }) => values[name] ?? [])
      const faults = values.flatMap((value) => faultsOf(value, field))
      const worst = gravest(faults.map(({ tone }) => tone))
      const fault = faults.find(({ tone }) => tone === worst)
      if (!fault) return []
      const { text: advice, tone } = fault
      return block.unmarked
        ? { page: page.number, container: null, name: null, advice: `${label}: ${advice}`, tone }
        : { page: page.number, container: block.container, name, advice, tone }
    }),
  )

/** Reports a generated document on its page that its data have outdated. */
const outdatedFinding = ({ kind, page, title, outdated, shown }: MadeDocument): DocumentFinding[] => {
  if (!outdated || !shown) return []
  const advice = `Документ «${title}» старше данных, из которых его сделали. Подпишите его заново.`
  const name = kind === 'staff' ? null : madeDocuments[kind].field
  return [{ page, container: null, name, advice, tone: 'warn' }]
}

/** The staff of each programme has no name of its own, so no robot reports that the document is missing. */
const missingStaff = (
  { kind, page, document, shown }: MadeDocument,
  staff: OrganisationPage | undefined,
): DocumentFinding[] => {
  const shows = staff?.blocks.staff?.some(({ values }) => {
    const { documents = [], links = [] } = values.staffOfProgrammes ?? {}
    return sortDocuments(documents, schoolDay()).current.length + links.length > 0
  })
  const teaches = (staff?.blocks.teachingStaff ?? []).length > 0
  if (kind !== 'staff' || !teaches || shows || (document && shown)) return []
  const advice =
    'Нет документа с персональным составом каждой программы (приказ № 1353, п. 12). Подпишите его: раздел, вкладка «Документы».'
  return [{ page, container: null, name: null, advice, tone: 'bad' }]
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

/** A name with what was found about its documents, after the robot's own finding. */
const withFindings = (checked: CheckedName, found: DocumentFinding[]): CheckedName => {
  if (found.length === 0) return checked
  // neither the advice «leave it so if there is nothing» nor «absent on purpose» suits a document whose time is over
  const isOver =
    (checked.finding === 'empty' || checked.finding === 'absent') && found.some(({ tone }) => tone === 'bad')
  const own = isOver ? '' : checked.advice
  const tone = gravest([...(own ? (['warn'] as const) : []), ...found.map(({ tone }) => tone)])
  return {
    ...checked,
    ...(isOver && { finding: 'empty' }),
    advice: [own, ...found.map(({ advice }) => advice)].filter(Boolean).join(' '),
    tone,
  }
}

/** Adds the findings to the report. */
export const withDocumentFindings = (report: CheckReport, findings: DocumentFinding[]): CheckReport => ({
  ...report,
  pages: report.pages.map((page) => {
    const own = findings.filter((finding) => finding.page === page.number)
    return {
      ...page,
      faults: [
        ...page.faults,
        ...own.filter(({ name }) => name === null).map(({ advice, tone }) => ({ text: advice, tone })),
      ],
      names: page.names.map((checked) =>
        withFindings(
          checked,
          own.filter(({ name, container }) => name === checked.name && container === checked.container),
        ),
      ),
    }
  }),
})
