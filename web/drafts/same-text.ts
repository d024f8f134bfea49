import { type RichElement, richFeatures } from '#contract/content/rich-text.ts'
import { fileIdOf, filePath } from '#contract/files/file-address.ts'

const elements: RichElement[] = Object.values(richFeatures).flat()
/** The attributes that are part of a text; any other is how the server or the editor shows it. */
const meaningful = new Set(elements.flatMap(({ needs, may }) => Object.keys({ ...needs, ...may })))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (_, name: string) => entities[name] as string)

/** An attribute as it is compared: the address of a stored file without the signature of its link. */
const attributeValue = (name: string, given: string) => {
  const value = decoded(given)
  if (name === 'class') return value.split(/\s+/).find((word) => word.startsWith('language-')) ?? null
  if (name !== 'src' && name !== 'href') return value
  const file = fileIdOf(value)
  return file ? filePath(file) : value
}

const plainTag = (_: string, slash: string, name: string, attributes: string) => {
  const kept = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].flatMap(([, key = '', given = '']) => {
    const value = meaningful.has(key) ? attributeValue(key, given) : null
    return value === null ? [] : `${key}=${JSON.stringify(value)}`
  })
  return `<${[slash + name.toLowerCase(), ...kept.sort()].join(' ')}>`
}

/** A rich text by what it says, in one spelling: two texts that read the same come out the same. */
export const plainText = (html: string) =>
  html
    .replace(/<colgroup>.*?<\/colgroup>|<\/?tbody>/gs, '')
    .replace(/<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^"<>])*)>/gi, plainTag)
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/^(<p><\/p>)+|(<p><\/p>)+$/g, '')
    .trim()

/**
 * Whether two rich texts are the same to a reader. The server drops what the editor adds for itself, and shows what is
 * not part of the text, such as signatures of links.
 */
export const sameText = (a: string, b: string) => a === b || plainText(a) === plainText(b)
