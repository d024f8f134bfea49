import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { matchPage } from '#contract/pages.ts'
import {
  elementsOf,
  type MarkedElement,
  type ServedDocument,
  type ServedElement,
  textOf,
  upwards,
} from '#server/organisation/self-check-markup.ts'

/** The path of an address on this site, with its query; null when it is external or invalid. */
export const pathOnSite = (href: string, site: string, from = '/') => {
  try {
    const url = new URL(href.trim(), new URL(from, site))
    return url.origin === new URL(site).origin ? url.pathname + url.search : null
  } catch {
    return null
  }
}

const linksIn = (root: ServedDocument | ServedElement) =>
  elementsOf(root, ({ name, attribs }) => name === 'a' && attribs.href !== undefined)

/** The section's page that an address leads to, by either of its two addresses; null for none. */
const sectionPage = (href: string, site: string, from?: string): number | null => {
  const [path = ''] = (pathOnSite(href, site, from) ?? '').split('?')
  const name = matchPage(path)?.name ?? ''
  const page = organisationPages.find(
    ({ number, slug }) => name === `organisation.page${number}` || name === `sveden.${slug}`,
  )
  return page?.number ?? null
}

/** Whether an address leads into the section, or to its contents. */
export const leadsToSection = (href: string, site: string) => {
  const [path = ''] = (pathOnSite(href, site) ?? '').split('?')
  const name = matchPage(path)?.name
  return name === 'organisation' || name === 'sveden' || sectionPage(href, site) !== null
}

const ministries = [
  ['minobrnauki.gov.ru', 'Минобрнауки России (minobrnauki.gov.ru)'],
  ['edu.gov.ru', 'Минпросвещения России (edu.gov.ru)'],
] as const

const hostOf = (href: string) => {
  try {
    return new URL(href).hostname.replace(/^www\./, '')
  } catch {
    return ''
  }
}

/** Faults of a page outside its names, in Russian: heading, menu of the section, links to the ministries. */
export const structureFaults = (document: ServedDocument, page: RegistryPage, site: string): string[] => [
  ...headingFaults(document, page),
  ...menuFaults(document, page, site),
  ...ministryFaults(document),
]

const headingFaults = (document: ServedDocument, { title }: RegistryPage) => {
  const headings = elementsOf(document, ({ name }) => name === 'h1')
  if (headings.length === 0) return ['Нет заголовка страницы (h1).']
  if (headings.length > 1) return [`Заголовков h1 на странице ${headings.length}, а должен быть один.`]
  const text = textOf(headings[0] as ServedElement)
  return text === title ? [] : [`Заголовок страницы — «${text}», а по приказу он называется «${title}».`]
}

const menuFaults = (document: ServedDocument, page: RegistryPage, site: string) => {
  const from = `/sveden/${page.slug}`
  const menus = elementsOf(document, ({ name }) => name === 'nav').map((nav) =>
    linksIn(nav).map((link) => ({ link, number: sectionPage(link.attribs.href as string, site, from) })),
  )
  const menu = menus.find((links) => new Set(links.map(({ number }) => number)).size > organisationPages.length / 2)
  if (!menu) return ['Нет меню раздела (<nav>): приказ требует его на каждой странице (п. 3).']
  const absent = organisationPages.filter((page) => !menu.some(({ number }) => number === page.number))
  const current = menu.filter(({ link }) => link.attribs['aria-current'] === 'page')
  const isMarked = current.length > 0 && current.every(({ number }) => number === page.number)
  return [
    ...(absent.length > 0
      ? [`В меню раздела нет страниц: ${absent.map(({ title }) => `«${title}»`).join(', ')}.`]
      : []),
    ...(isMarked ? [] : ['Меню раздела не отмечает текущую страницу (aria-current="page").']),
  ]
}

const ministryFaults = (document: ServedDocument) => {
  const hosts = new Set(linksIn(document).map(({ attribs }) => hostOf(attribs.href as string)))
  return ministries
    .filter(([host]) => !hosts.has(host))
    .map(([, title]) => `Нет ссылки на сайт ${title}: её требует ПП РФ № 1802 (п. 17).`)
}

/** A link with a name, or inside an element with one. */
export interface MarkedLink {
  href: string
  text: string
  /** The text around it, where the format of a file may be given. */
  around: string
}

const aroundTags = new Set(['li', 'td', 'th', 'dd', 'p', 'tr', 'div'])

/** The links of a page's names, each once. */
export const markedLinks = (marked: MarkedElement[]): MarkedLink[] => {
  const links = new Set(
    marked.flatMap(({ element }) => [
      ...(element.name === 'a' && element.attribs.href !== undefined ? [element] : []),
      ...linksIn(element),
    ]),
  )
  return [...links].map((link) => {
    const block = upwards(link)
      .slice(1)
      .find(({ name }) => aroundTags.has(name))
    const title = link.attribs.title ?? ''
    return {
      href: link.attribs.href as string,
      text: textOf(link) || title,
      around: `${title} ${textOf(block ?? link)}`,
    }
  })
}

const fileName = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|txt|csv|zip|jpe?g|png|sig)$/i
const formatWord = /(^|[^a-zа-яё])(pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|txt|csv|zip|jpe?g|png|sig|html)([^a-zа-яё]|$)/i
const emptyText = /^(тут|здесь|ссылка|скачать|файл|документ|подробнее|смотреть|открыть|читать)?[.…]*$/i

/** Whether an address leads to a file, not to a page. */
export const isFileAddress = (href: string, site: string) => {
  const path = pathOnSite(href, site)
  const bare = (path ?? href).split(/[?#]/, 1)[0] as string
  return (path?.startsWith('/files/') ?? false) || fileName.test(bare)
}

/** Faults in the text of links, in Russian: what they lead to, and the format of a file (Раз24, с. 4). */
export const linkFaults = (links: MarkedLink[], site: string): string[] =>
  links.flatMap(({ href, text, around }) => {
    if (emptyText.test(text)) return [`Ссылка без слов о том, куда она ведёт: ${shown(href)}.`]
    if (isFileAddress(href, site) && !formatWord.test(around)) {
      return [`У ссылки на файл «${text}» не назван его вид, например PDF.`]
    }
    return []
  })

/** An address as the report shows it. */
export const shown = (href: string) => (href.length > 100 ? `${href.slice(0, 100)}…` : href)
