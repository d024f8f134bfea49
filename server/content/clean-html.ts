import sanitizeHtml from 'sanitize-html'
import {
  checkLink,
  elementsOf,
  keptValue,
  type RichElement,
  type RichUse,
  richUses,
} from '#contract/content/rich-text.ts'

/** Max depth of tags; deeper ones lose their tags and keep their text. */
const maxDepth = 60

/** Scripts, styles and the like: their text is removed, too. */
const wordless = ['script', 'style', 'textarea', 'noscript', 'option', 'xmp']

/** The attributes that the element keeps of a tag; null when the tag is not this element. */
const keptAttributes = ({ needs = {}, may = {} }: RichElement, attributes: sanitizeHtml.Attributes) => {
  const kept: sanitizeHtml.Attributes = {}
  for (const [name, rule] of Object.entries({ ...needs, ...may })) {
    const value = keptValue(rule, attributes[name] ?? '')
    if (value !== null) kept[name] = value
    else if (needs[name]) return null
  }
  return kept
}

/** Sets how an external link is followed, whatever its attributes were. */
const withManners = (attributes: sanitizeHtml.Attributes) =>
  attributes.href && checkLink(attributes.href)?.outside
    ? { ...attributes, rel: 'noopener noreferrer nofollow', target: '_blank' }
    : attributes

/**
 * The tag as the first element that matches it, or under a name that is allowed nowhere: then the tag is removed and
 * its text stays.
 */
const asElement = (elements: RichElement[], tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
  for (const element of elements) {
    const kept = element.tag === tagName ? keptAttributes(element, attributes) : null
    if (kept) return { tagName, attribs: withManners(kept) }
  }
  return { tagName: 'dropped', attribs: {} }
}

/**
 * sanitize-html closes a tag by the name that was last given to a tag at this depth, and never resets the name of a
 * dropped tag. So every kept tag first gets a name that no tag can have, and then its own name again.
 */
const transforms = (elements: RichElement[]): sanitizeHtml.IOptions['transformTags'] => ({
  ...Object.fromEntries(
    elements.map(({ tag }) => [
      tag,
      (_: string, attribs: sanitizeHtml.Attributes) => ({ tagName: `${tag}/`, attribs }),
    ]),
  ),
  '*': (name, attribs) =>
    name.endsWith('/') ? asElement(elements, name.slice(0, -1), attribs) : { tagName: name, attribs: {} },
})

/** The names of all attributes by tag: exactly what `transform` lets through. */
const attributesByTag = (elements: RichElement[]) => {
  const names: Record<string, string[]> = {}
  for (const { tag, needs, may } of elements) {
    names[tag] = [...(names[tag] ?? []), ...Object.keys({ ...needs, ...may })]
  }
  return { ...names, a: [...(names.a ?? []), 'rel', 'target'] }
}

const optionsOf = (use: RichUse): sanitizeHtml.IOptions => {
  const elements = elementsOf(use)
  return {
    allowedTags: elements.map(({ tag }) => tag),
    allowedAttributes: attributesByTag(elements),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    transformTags: transforms(elements),
    selfClosing: ['img', 'br', 'hr', 'track'],
    nonTextTags: wordless,
    nestingLimit: maxDepth,
  }
}

const options = Object.fromEntries(Object.keys(richUses).map((use) => [use, optionsOf(use as RichUse)])) as Record<
  RichUse,
  sanitizeHtml.IOptions
>

/** No person nests this deep; parsing such a text further would take time quadratic in its length. */
const absurd = 500

/**
 * No person writes this many tags in a text of max length: a table of 9,000 cells has 36,000. Each takes a few
 * microseconds in which the process serves nobody. A longer text, which is being imported, may have more.
 */
const maxTags = 40_000
const minCharactersPerTag = 5

const hasTooManyTags = (html: string) => {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) count += 1
  return count > Math.max(maxTags, html.length / minCharactersPerTag)
}

class TooDeep extends Error {}

/** The text without any tag. */
const textOf = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?!#?\w{1,20};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * Cleans a person's HTML before it is kept: leaves what contract/content/rich-text.ts lists for this use, drops every
 * other tag and attribute, but keeps their text, except that of scripts, styles and the like. Never throws.
 */
export const cleanHtml = (html: string, use: RichUse) => {
  if (hasTooManyTags(html)) return textOf(html)
  let depth = 0
  try {
    return sanitizeHtml(html, {
      ...options[use],
      onOpenTag: () => {
        depth += 1
        if (depth > absurd) throw new TooDeep()
      },
      onCloseTag: () => {
        depth -= 1
      },
    })
  } catch (error) {
    if (error instanceof TooDeep) return textOf(html)
    throw error
  }
}

/** The same as a job of a worker, which has one input. */
export const cleanHtmlJob = ({ html, use }: { html: string; use: RichUse }) => cleanHtml(html, use)
