import sanitizeHtml from 'sanitize-html'
import { richText } from '#contract/content/rich-text.ts'

/** Tags inside tags, at most; what lies deeper loses its tags and keeps its words. */
const deepest = 60

/** Any address that no real one can have: relative links are resolved against it. */
const here = 'https://site.invalid'

/** The link as it may stay, and whether it leads elsewhere; null when it may not stay. */
const checkLink = (href: string | undefined) => {
  const link = href?.trim()
  if (!link) return null
  try {
    // the same parser as the browser's: control characters, odd spellings and escapes are read as it reads them
    const { protocol, origin } = new URL(link, here)
    if (!richText.linkSchemes.some((scheme) => protocol === `${scheme}:`)) return null
    return { href: link, outside: origin !== here && protocol.startsWith('http') }
  } catch {
    return null
  }
}

const link = (attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
  const checked = checkLink(attributes.href)
  if (!checked) return {}
  return checked.outside
    ? { href: checked.href, rel: 'noopener noreferrer nofollow', target: '_blank' }
    : { href: checked.href }
}

/** Keeps whole numbers up to three digits, which is all that tables and lists need. */
const numbers = (attributes: sanitizeHtml.Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => /^[1-9]\d{0,2}$/.test(value)))

const withAttributes =
  (change: (attributes: sanitizeHtml.Attributes) => sanitizeHtml.Attributes): sanitizeHtml.Transformer =>
  (tagName, attributes) => ({ tagName, attribs: change(attributes) })

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(richText.attributes).map(([tag, names]) => [tag, [...names]])),
    a: [...richText.attributes.a, 'rel', 'target'],
    // `class` is let in by allowedClasses, name by name
    code: [],
  },
  allowedClasses: { code: [richText.codeClass] },
  allowedSchemes: [...richText.linkSchemes],
  transformTags: {
    a: withAttributes(link),
    th: withAttributes(numbers),
    td: withAttributes(numbers),
    ol: withAttributes(numbers),
  },
  // a link that leads nowhere is words
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
  nonTextTags: ['script', 'style', 'textarea', 'noscript', 'option', 'xmp'],
  nestingLimit: deepest,
}

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
 * Cleans a person's HTML before it is kept: leaves what contract/content/rich-text.ts names and drops every other tag
 * and attribute, but not its words; of scripts, styles and the like also the words. Never throws.
 */
export const cleanHtml = (html: string) => {
  let depth = 0
  try {
    return sanitizeHtml(html, {
      ...options,
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
