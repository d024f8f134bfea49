import sanitizeHtml from 'sanitize-html'
import {
  checkLink,
  elementsOf,
  keptValue,
  type RichElement,
  type RichUse,
  richUses,
} from '#contract/content/rich-text.ts'

/** Tags inside tags, at most; what lies deeper loses its tags and keeps its words. */
const deepest = 60

/** Scripts, styles and the like: their words go too. */
const wordless = ['script', 'style', 'textarea', 'noscript', 'option', 'xmp']

/** The attributes of a tag as the element keeps them; null when it is not this element. */
const keptAttributes = ({ needs = {}, may = {} }: RichElement, attributes: sanitizeHtml.Attributes) => {
  const kept: sanitizeHtml.Attributes = {}
  for (const [name, rule] of Object.entries({ ...needs, ...may })) {
    const value = keptValue(rule, attributes[name] ?? '')
    if (value !== null) kept[name] = value
    else if (needs[name]) return null
  }
  return kept
}

/** Says of a link that leads elsewhere how it is followed, whatever it said itself. */
const withManners = (attributes: sanitizeHtml.Attributes) =>
  attributes.href && checkLink(attributes.href)?.outside
    ? { ...attributes, rel: 'noopener noreferrer nofollow', target: '_blank' }
    : attributes

/** The tag as the first element that it is, or by a name that is allowed nowhere: then it goes, and its words stay. */
const asElement = (elements: RichElement[], tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
  for (const element of elements) {
    const kept = element.tag === tagName ? keptAttributes(element, attributes) : null
    if (kept) return { tagName, attribs: withManners(kept) }
  }
  return { tagName: 'dropped', attribs: {} }
}

/**
 * sanitize-html closes a tag by the name that was last given to a tag at this depth, and the name of a dropped tag is
 * never taken back. So every tag of ours is given a name that no tag can have, and then its own one again.
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

/** The names of all attributes by tag: what `transform` lets through is let through here, and nothing else. */
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
    nestingLimit: deepest,
  }
}

const options = Object.fromEntries(Object.keys(richUses).map((use) => [use, optionsOf(use as RichUse)])) as Record<
  RichUse,
  sanitizeHtml.IOptions
>

/** No person nests so deep; reading such a text on would cost its length squared. */
const absurd = 500

class TooDeep extends Error {}

/** The words of a text without any tag. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?!#?\w{1,20};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * Cleans a person's HTML before it is kept: leaves what contract/content/rich-text.ts names for this use, drops every
 * other tag and attribute, but not its words; of scripts, styles and the like also the words. Never throws.
 */
export const cleanHtml = (html: string, use: RichUse) => {
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
    if (error instanceof TooDeep) return wordsOf(html)
    throw error
  }
}
