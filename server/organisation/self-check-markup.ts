import { DomUtils, parseDocument } from 'htmlparser2'

/** A parsed HTML document as it was served. Its scripts do not run. */
export type ServedDocument = ReturnType<typeof parseDocument>
export type ServedElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** An element with a name of the markup. */
export interface MarkedElement {
  /** The exact value of `itemprop`. */
  name: string
  element: ServedElement
  /** The nearest marked ancestor; elements without a name between them do not count. */
  parent: MarkedElement | null
  /** How many marked ancestors it has. The robot reads 0 and 1. */
  depth: number
}

/** Parses a document. */
export const readDocument = (html: string): ServedDocument => parseDocument(html)

/** The elements of a document that `test` accepts, in document order. */
export const elementsOf = (root: ServedDocument | ServedElement, test: (element: ServedElement) => boolean) =>
  DomUtils.findAll(test, root.children)

/** The element itself and those around it, from the inside out. */
export const upwards = (element: ServedElement): ServedElement[] => {
  const parent = element.parent
  return parent && 'attribs' in parent ? [element, ...upwards(parent)] : [element]
}

/** The readable text of an element, with the alternative text of its pictures. */
export const textOf = (element: ServedElement): string => {
  const pictures = elementsOf(element, ({ name }) => name === 'img').map(({ attribs }) => attribs.alt ?? '')
  return [DomUtils.textContent(element), ...pictures, element.attribs['aria-label'] ?? '']
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Steps 1 and 2 of the robot: a flat list of elements with a name, each with its nearest marked ancestor. */
export const markedElements = (document: ServedDocument): MarkedElement[] => {
  const marked = new Map<ServedElement, MarkedElement>()
  for (const element of elementsOf(document, ({ attribs }) => (attribs.itemprop ?? '') !== '')) {
    const around = upwards(element)
      .slice(1)
      .find((ancestor) => marked.has(ancestor))
    const parent = (around && marked.get(around)) ?? null
    marked.set(element, {
      name: element.attribs.itemprop as string,
      element,
      parent,
      depth: parent ? parent.depth + 1 : 0,
    })
  }
  return [...marked.values()]
}

/** Tags whose content readers do not see, at least with scripts. */
const unseenTags = new Set(['template', 'noscript', 'head', 'meta', 'link', 'script', 'style', 'param'])
/** Class names that common style libraries use to hide elements. */
const hidingClasses = new Set([
  'hidden',
  'hide',
  'd-none',
  'invisible',
  'visually-hidden',
  'sr-only',
  'screen-reader-text',
])
const hidingStyle = /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|(opacity|font-size)\s*:\s*0(?![.\d]*[1-9])/i

const hides = ({ name, attribs }: ServedElement): string | null => {
  if (unseenTags.has(name)) return `внутри <${name}>`
  if (attribs.hidden !== undefined) return 'атрибут hidden'
  if (attribs['aria-hidden'] === 'true') return 'атрибут aria-hidden'
  if (name === 'input' && attribs.type === 'hidden') return 'скрытое поле'
  const hiding = (attribs.class ?? '').split(/\s+/).find((word) => hidingClasses.has(word))
  if (hiding) return `класс ${hiding}`
  return hidingStyle.test(attribs.style ?? '') ? 'стиль, который прячет' : null
}

/** What hides an element from readers, in Russian; null when nothing in the markup does. */
export const hiddenBy = (element: ServedElement): string | null => {
  for (const ancestor of upwards(element)) {
    const reason = hides(ancestor)
    if (reason) return reason
  }
  return null
}
