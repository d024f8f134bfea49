import {
  type AttributeRule,
  checkLink,
  keptValue,
  type RichElement,
  richFeatures,
} from '#contract/content/rich-text.ts'
import { linkOf } from '#web/content/known-links.ts'

const demand = ({ needs = {}, may = {} }: RichElement) => Object.keys(needs).length * 10 + Object.keys(may).length

// those that ask for most first: an address of a file is a link too
const elements: RichElement[] = Object.values(richFeatures)
  .flat()
  .toSorted((a: RichElement, b: RichElement) => demand(b) - demand(a))

/** Their text is not for people. */
const silent = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'TEMPLATE', 'IFRAME', 'OBJECT', 'SVG', 'MATH'])

const address = /^\/files\/[0-9a-f]{32}(?:\/\w+)?(?:\?[\w=&.-]*)?$/

/**
 * An attribute as it may be shown; the address of a file keeps the signature that opens it, or gets one that is known.
 */
const shownValue = (element: Element, name: string, rule: AttributeRule) => {
  const given = element.getAttribute(name)
  if (given === null) return null
  return rule === 'file' && address.test(given) ? linkOf(given) : keptValue(rule, given)
}

const shownAttributes = (element: Element, { needs = {}, may = {} }: RichElement) => {
  const needed = Object.entries(needs).map(([name, rule]) => [name, shownValue(element, name, rule)] as const)
  if (needed.some(([, value]) => value === null)) return null
  const others = Object.entries(may).map(([name, rule]) => [name, shownValue(element, name, rule)] as const)
  return [...needed, ...others].filter((pair): pair is [string, string] => pair[1] !== null)
}

const showElement = (element: Element, into: Element) => {
  if (silent.has(element.nodeName.toUpperCase())) return
  const tag = element.nodeName.toLowerCase()
  for (const known of elements) {
    const attributes = known.tag === tag ? shownAttributes(element, known) : null
    if (!attributes) continue
    const shown = into.ownerDocument.createElement(tag)
    for (const [name, value] of attributes) shown.setAttribute(name, value)
    if (tag === 'a' && checkLink(shown.getAttribute('href') ?? '')?.outside) {
      shown.setAttribute('target', '_blank')
      shown.setAttribute('rel', 'noopener noreferrer nofollow')
    }
    showAll(element, shown)
    into.append(shown)
    return
  }
  showAll(element, into)
}

const showAll = (from: Node, into: Element) => {
  for (const node of from.childNodes) {
    if (node.nodeType === 3) into.append(node.nodeValue ?? '')
    else if (node.nodeType === 1) showElement(node as Element, into)
  }
}

/**
 * A text of the editor that the server has not cleaned yet, made harmless for showing, by the same definition: a draft
 * may have come from anywhere that writes to this device or account.
 */
export const cleanText = (html: string) => {
  // documents of their own: nothing in them is loaded or run
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const host = document.implementation.createHTMLDocument().createElement('div')
  showAll(body, host)
  return host.innerHTML
}
