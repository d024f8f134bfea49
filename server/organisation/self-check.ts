import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { type RegistryOptions, registryPage } from '#contract/organisation/registry/registry.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import type { CheckedPage, CheckFault, CheckReport } from '#contract/organisation/self-check.schema.ts'
import { pathTo } from '#contract/pages.ts'
import {
  elementsOf,
  markedElements,
  readDocument,
  type ServedDocument,
} from '#server/organisation/self-check-markup.ts'
import { addressesOf, checkPage, furtherPages, maxFurtherPages } from '#server/organisation/self-check-page.ts'
import type { ReadPage, SiteReader } from '#server/organisation/self-check-reader.ts'
import { isFileAddress, leadsToSection, pathOnSite, shown } from '#server/organisation/self-check-structure.ts'

/** Max number of links of one page that are checked. */
const maxAddresses = 300

/** The school's options, and the keys of the names that it states to be absent (`loadStatedAbsence`). */
export interface CheckOptions extends RegistryOptions {
  stated: string[]
}

const objection = (text: string): CheckFault => ({ text, tone: 'bad' })

/** «Проверить раздел»: runs the robot over all pages of the section as this site serves them now. */
export const checkSection = async (
  reader: SiteReader,
  site: string,
  { stated, ...options }: CheckOptions,
): Promise<CheckReport> => {
  const pages: CheckedPage[] = []
  const absent = new Set(stated)
  // one after another: people read the site in the meantime
  for (const { number } of organisationPages) {
    pages.push(await checkServedPage(reader, site, registryPage(number, options) as RegistryPage, absent))
  }
  return {
    checked_at: new Date().toISOString(),
    edition: options.edition,
    faults: mainPageFaults(await reader.page(pathTo('main')), site).map(objection),
    pages,
  }
}

const checkServedPage = async (
  reader: SiteReader,
  site: string,
  page: RegistryPage,
  stated: ReadonlySet<string>,
): Promise<CheckedPage> => {
  const { number, slug, title, law, source } = page
  const path = `/sveden/${slug}`
  const served = await reader.page(path)
  const document = readDocument(served.html)
  const further = await readFurtherPages(reader, site, path, document)
  const { names, faults } = checkPage(document, page, site, further.pages, stated)
  const read = [document, ...further.pages]
  const opening = readFault(served)
  const about = { number, title, path, law, source }
  if (opening) {
    const unread = names.map((name) => ({ ...name, advice: 'Страница не открылась.' }))
    return { ...about, names: unread, faults: [objection(`Страница ${path} не открывается: ${opening}.`)] }
  }
  return {
    ...about,
    names,
    faults: [
      ...(await otherAddressFaults(reader, page, served.html, signature(document))).map(objection),
      ...further.faults,
      ...[...faults, ...(await closedAddresses(reader, site, path, read))].map(objection),
    ],
  }
}

/** Why a page cannot be read, in Russian; null when it can. */
const readFault = ({ status, html, tooLarge }: ReadPage) => {
  if (status === 0) return 'сайт не ответил вовремя'
  if (status !== 200) return `ответ ${status}`
  if (tooLarge) return 'она слишком велика'
  return html === '' ? 'это не страница HTML' : null
}

const signature = (document: ServedDocument) =>
  markedElements(document)
    .map(({ name, parent }) => `${parent?.name ?? ''} ${name}`)
    .join('\n')

/** The page has two addresses, each with and without a slash, and has to be the same at all of them. */
const otherAddressFaults = async (reader: SiteReader, { number, slug }: RegistryPage, html: string, names: string) => {
  const faults: string[] = []
  const path = `/sveden/${slug}`
  const namesIn = (other: string) => (other === html ? names : signature(readDocument(other)))
  // a publication between the two readings is no fault
  const isSame = async (other: string) => namesIn(other) === names || namesIn((await reader.page(path)).html) !== names
  for (const address of [`${path}/`, `/organisation/page${number}`, `/organisation/page${number}/`]) {
    const other = await reader.page(address)
    const fault = readFault(other)
    if (fault) faults.push(`Страница ${address} не открывается: ${fault}.`)
    else if (!(await isSame(other.html))) faults.push(`На странице ${address} другая разметка, чем на ${path}.`)
  }
  return faults
}

const readFurtherPages = async (reader: SiteReader, site: string, from: string, document: ServedDocument) => {
  const pages: ServedDocument[] = []
  const faults: CheckFault[] = []
  for (const href of furtherPages(document).slice(0, maxFurtherPages)) {
    const path = pathOnSite(href, site, from)
    if (path === null) {
      faults.push({ text: `Дополнительная страница ${shown(href)} не на этом сайте: проверьте её сами.`, tone: 'note' })
      continue
    }
    // a film of gigabytes is no page, and need not be read to find that out
    const read = isFileAddress(path, site) ? { status: 200, html: '', tooLarge: false } : await reader.page(path)
    const fault = readFault(read)
    if (fault) faults.push(objection(`Дополнительная страница ${shown(path)} не открывается: ${fault}.`))
    else pages.push(readDocument(read.html))
  }
  return { pages, faults }
}

/** Broken internal links of the names. */
const closedAddresses = async (reader: SiteReader, site: string, from: string, documents: ServedDocument[]) => {
  const paths = documents.flatMap(addressesOf).map((href) => pathOnSite(href, site, from))
  const faults: string[] = []
  for (const path of [...new Set(paths)].slice(0, maxAddresses)) {
    if (path === null || (await reader.opens(path))) continue
    faults.push(`${isFileAddress(path, site) ? 'Файл' : 'Страница'} по ссылке ${shown(path)} не открывается.`)
  }
  return faults
}

/** The main page and its menu have to link to the section (order No. 1493, п. 1 and 2). */
const mainPageFaults = (main: ReadPage, site: string): string[] => {
  const fault = readFault(main)
  if (fault) return [`Главная страница не открывается: ${fault}.`]
  const document = readDocument(main.html)
  const leads = (root: Parameters<typeof elementsOf>[0]) =>
    elementsOf(root, ({ name }) => name === 'a').some(({ attribs }) => leadsToSection(attribs.href ?? '', site))
  const isInMenu = elementsOf(document, ({ name }) => name === 'nav').some(leads)
  return [
    ...(leads(document) ? [] : ['На главной странице нет ссылки на раздел: приказ требует её (п. 1).']),
    ...(isInMenu ? [] : ['В меню главной страницы (<nav>) нет ссылки на раздел: приказ требует её (п. 1).']),
  ]
}
