import { readChapters, writeChapters } from '#contract/content/chapters.ts'
import { maxFormulaLength } from '#contract/content/formula-limits.ts'
import { fileIdOf, filePath } from '#contract/files/file-address.ts'

/**
 * The allowed values of an attribute: the address of a stored file; a link; one of several words; the first word that
 * matches; the chapters of a film; text up to a max length, shortened to it (`always`: even if empty); a formula's
 * source, which cannot be shortened.
 */
export type AttributeRule =
  | 'file'
  | 'link'
  | 'chapters'
  | { oneOf: readonly string[] }
  | { matching: RegExp }
  | { maxLength: number; always?: true }
  | { source: number }

/** An element of rich text; a tag without one of the needed attributes is not this element. */
export interface RichElement {
  tag: string
  needs?: Readonly<Record<string, AttributeRule>>
  may?: Readonly<Record<string, AttributeRule>>
}

const latex: AttributeRule = { source: maxFormulaLength }
const spans: RichElement['may'] = { colspan: { matching: /^[1-9]\d{0,2}$/ }, rowspan: { matching: /^[1-9]\d{0,2}$/ } }

/**
 * The elements of rich text, feature by feature, as it is stored. The server's cleaning keeps exactly these elements;
 * the editor makes exactly these (web/editor/editor-schema.test.ts). Additions of a response, such as signatures of
 * addresses and sizes of pictures, are not part of the text.
 */
export const richFeatures = {
  paragraphs: [{ tag: 'p' }, { tag: 'br' }],
  bold: [{ tag: 'strong' }],
  italic: [{ tag: 'em' }],
  underline: [{ tag: 'u' }],
  strike: [{ tag: 's' }],
  code: [{ tag: 'code' }],
  links: [{ tag: 'a', needs: { href: 'link' } }],
  headings: [{ tag: 'h2' }, { tag: 'h3' }, { tag: 'h4' }],
  // years, too, are numbers of items
  lists: [{ tag: 'ul' }, { tag: 'ol', may: { start: { matching: /^(?:0|[1-9]\d{0,8})$/ } } }, { tag: 'li' }],
  checkLists: [
    { tag: 'ul', needs: { 'data-type': { oneOf: ['taskList'] } } },
    { tag: 'li', needs: { 'data-checked': { oneOf: ['true', 'false'] } } },
  ],
  quotes: [{ tag: 'blockquote' }],
  rules: [{ tag: 'hr' }],
  tables: [{ tag: 'table' }, { tag: 'tbody' }, { tag: 'tr' }, { tag: 'th', may: spans }, { tag: 'td', may: spans }],
  codeBlocks: [{ tag: 'pre' }, { tag: 'code', may: { class: { matching: /^language-[a-z0-9+#-]{1,20}$/ } } }],
  formulas: [
    { tag: 'span', needs: { 'data-type': { oneOf: ['inline-math'] }, 'data-latex': latex } },
    { tag: 'div', needs: { 'data-type': { oneOf: ['block-math'] }, 'data-latex': latex } },
  ],
  pictures: [
    {
      tag: 'img',
      needs: { src: 'file' },
      may: { alt: { maxLength: 500, always: true }, 'data-width': { oneOf: ['25', '50', '75', '100'] } },
    },
  ],
  videos: [
    { tag: 'video', needs: { src: 'file' }, may: { 'data-name': { maxLength: 255 }, 'data-chapters': 'chapters' } },
    // captions
    { tag: 'track', needs: { src: 'file' } },
  ],
  files: [
    // its text is the file's name; the size is in bytes
    {
      tag: 'a',
      needs: { 'data-type': { oneOf: ['file'] }, href: 'file' },
      may: { 'data-size': { matching: /^\d{1,15}$/ } },
    },
  ],
  // a quiz of the lesson, by its id
  quizzes: [{ tag: 'div', needs: { 'data-quiz': { matching: /^[1-9]\d{0,9}$/ } } }],
  callouts: [{ tag: 'aside', needs: { 'data-callout': { oneOf: ['info', 'warn', 'ok'] } } }],
  details: [
    { tag: 'details' },
    { tag: 'summary' },
    { tag: 'div', needs: { 'data-type': { oneOf: ['detailsContent'] } } },
  ],
} as const satisfies Record<string, readonly RichElement[]>
export type RichFeature = keyof typeof richFeatures

const formatting = ['paragraphs', 'bold', 'italic', 'underline', 'strike', 'links'] as const
const structure = ['headings', 'lists', 'quotes', 'rules', 'tables'] as const
const media = ['pictures', 'videos', 'files'] as const
const code = ['code', 'codeBlocks', 'formulas'] as const
const teaching = ['checkLists', 'callouts', 'details'] as const

/** Where rich text is used, and the features allowed there. */
export const richUses = {
  lesson: [...formatting, ...structure, ...media, ...code, ...teaching, 'quizzes'],
  assignment: [...formatting, ...structure, ...media, ...code, ...teaching],
  answer: [...formatting, ...structure, ...media, ...code, 'checkLists'],
  project: [...formatting, ...structure, ...media, ...code, ...teaching],
  course: [...formatting, ...structure, ...media, ...code, ...teaching],
  organisation: [...formatting, ...structure, ...media, ...code, 'callouts', 'details'],
  document: [...formatting, ...structure],
} as const satisfies Record<string, readonly RichFeature[]>
export type RichUse = keyof typeof richUses

/** Any address that no real one can have: relative links are resolved against it. */
const here = 'https://site.invalid'
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:']

/** A link in its allowed form, and whether it is external; null when it is not allowed. */
export const checkLink = (href: string) => {
  const link = href.trim()
  if (!link) return null
  const file = fileIdOf(link)
  if (file) return { href: filePath(file), outside: false }
  try {
    // the parser is the same as the browser's: control characters, odd spellings and escapes are parsed alike
    const { protocol, origin } = new URL(link, here)
    if (!linkSchemes.includes(protocol)) return null
    return { href: link, outside: origin !== here && protocol.startsWith('http') }
  } catch {
    return null
  }
}

/** The value as it is kept, empty for a missing attribute; null when the rule does not allow it. */
export const keptValue = (rule: AttributeRule, value: string): string | null => {
  if (rule === 'link') return checkLink(value)?.href ?? null
  if (rule === 'file') {
    const id = fileIdOf(value.trim())
    return id && filePath(id)
  }
  if (rule === 'chapters') return writeChapters(readChapters(value).chapters) || null
  if ('oneOf' in rule) return rule.oneOf.includes(value) ? value : null
  if ('matching' in rule) return value.split(/\s+/).find((word) => rule.matching.test(word)) ?? null
  // a browser normalizes every line end to this one
  const text = value.replace(/\r\n?/g, '\n')
  if ('source' in rule) return text && text.length <= rule.source ? text : null
  return text || rule.always ? text.slice(0, rule.maxLength).toWellFormed() : null
}

/** How specific an element is: needed attributes count before allowed ones. */
const weight = ({ needs = {}, may = {} }: RichElement) => 100 * Object.keys(needs).length + Object.keys(may).length

/** The elements that a use allows, the most specific first: an address of a file is a link too. */
export const elementsOf = (use: RichUse): RichElement[] =>
  richUses[use]
    .flatMap((feature): readonly RichElement[] => richFeatures[feature])
    .toSorted((a, b) => weight(b) - weight(a))

/** Whether cleaned rich text is empty: no text and nothing drawn. */
export const isEmptyRichText = (html: string) =>
  !/<(?:hr|img|video)[\s/>]|data-latex=|data-quiz=/.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
