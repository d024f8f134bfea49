import { DomUtils, parseDocument } from 'htmlparser2'

/** An HTML document as it was served, taken apart. No script of it runs. */
export type ServedDocument = ReturnType<typeof parseDocument>
export type ServedElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** An element with a name of the mark-up on it. */
export interface MarkedElement {
  /** The value of `itemprop`, to the letter. */
  name: string
  element: ServedElement
  /** The nearest marked ancestor; elements without a name between them do not count. */
  parent: MarkedElement | null
  /** How many marked ancestors it has. The robot reads 0 and 1. */
  depth: number
}

/** Takes a document apart. */
export const readDocument = (html: string): ServedDocument => parseDocument(html)

/** The elements of a document that `test` picks, in its order. */
export const elementsOf = (root: ServedDocument | ServedElement, test: (element: ServedElement) => boolean) =>
  DomUtils.findAll(test, root.children)

/** The element itself and those around it, from the inside out. */
export const upwards = (element: ServedElement): ServedElement[] => {
  const parent = element.parent
  return parent && 'attribs' in parent ? [element, ...upwards(parent)] : [element]
}

/** What is read in an element: its text, and the words for its pictures. */
export const wordsOf = (element: ServedElement): string => {
  const pictures = elementsOf(element, ({ name }) => name === 'img').map(({ attribs }) => attribs.alt ?? '')
  return [DomUtils.textContent(element), ...pictures, element.attribs['aria-label'] ?? '']
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Step 1 and 2 of the robot: every element with a name as a flat list, each with its nearest marked ancestor. */
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

/** Tags whose contents no reader sees where scripts run, or sees at all. */
const unseenTags = new Set(['template', 'noscript', 'head', 'meta', 'link', 'script', 'style', 'param'])
/** What the usual libraries of styles call their hidden elements. */
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
