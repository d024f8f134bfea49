import { lookup } from 'mime-types'

/** What was detected in a file's bytes. */
export interface SeenType {
  type: string
  /** The usual extension of the detected type, without its dot. */
  extension?: string | undefined
  /** What a package is by its first bytes, whatever kind of document it contains. */
  container?: 'zip' | 'cfb' | undefined
  /** Whether a click would run it. */
  program?: boolean
}

export const unknownType = 'application/octet-stream'

export const isTextType = (type: string) =>
  /^text\/|\+(xml|json)$/.test(type) || ['application/json', 'application/xml'].includes(type)

const isMedia = (type: string) => /^(video|audio)\//.test(type)
const isFixed = (type: string) => /^(image|video|audio|font)\//.test(type) || type === 'application/pdf'

/** Extensions whose files always begin with a signature that is detected: without it the file is something else. */
const signed =
  /^\.(pdf|png|jpe?g|jfif|gif|webp|bmp|tiff?|psd|hei[cf]|avif|jxl|mp4|m4[av]|mov|avi|mkv|webm|mpe?g|mp3|wav|og[gav]|opus|flac|zip|rar|7z|gz|bz2|xz|(doc|xls|ppt)[xm]|od[tspg]|epub|exe)$/

/** Code, though the tables of types take these extensions for films. */
const code = /^\.[mc]?ts$/

/** Documents and programs that are ZIP archives. */
const zipped = /^\.(zip|(doc|dot|xls|xlt|ppt|pot|pps)[xm]|od[tspgfb]|epub|jar|apk|xpi|3mf|vsdx|kmz)$/
const document = /^(doc|dot|xls|xlt|ppt|pot|pps|odt|ods|odp|odg|epub)[xm]?$/

/** Photographs as cameras write them: variants of TIFF. */
const raw = /^\.(dng|nef|nrw|cr2|cr3|arw|orf|rw2|raf|pef|srw|tiff?)$/

/** Pairs that programs use for each other: an animated picture is still a PNG. */
const relatives: [ending: RegExp, type: RegExp][] = [
  [/^\.png$/, /^image\/apng$/],
  [/^\.jfif$/, /^image\/jpeg$/],
  [/^\.hei[cf]s?$/, /^image\/hei[cf](-sequence)?$/],
  [raw, /^image\/(tiff|x-.*)$/],
  [/^\.svgz$/, /^application\/gzip$/],
  [/^\.ai$/, /^application\/pdf$/],
  // a stream of MPEG may begin anywhere
  [/^\.(mp3|mpe?g)$/, /^application\/octet-stream$/],
  // Word and Excel keep older formats under their usual names, and encrypted documents in the old package
  [/^\.(doc|xls|ppt)[xm]?$/, /^application\/x-cfb$/],
]

const fitsZip = (ending: string, { container, extension = '' }: SeenType) => {
  if (container !== 'zip' || !zipped.test(ending)) return false
  return ending === '.zip' || !document.test(extension) || ending.slice(1, 4) === extension.slice(0, 3)
}

/**
 * Whether what was detected may be in a file with this extension. Texts, code and formats without a signature are
 * never refused for what they lack, only for being clearly something else.
 */
export const fitsExtension = (extension: string, seen: SeenType) => {
  const ending = extension.toLowerCase().replace(/^(?!\.)/, '.')
  const { type } = seen
  const expected = code.test(ending) ? 'text/plain' : lookup(ending)
  if (type === expected || ending === `.${seen.extension}`) return true
  if (expected && seen.extension && lookup(seen.extension) === expected) return true
  if (fitsZip(ending, seen) || relatives.some(([a, b]) => a.test(ending) && b.test(type))) return true
  if (expected && isMedia(expected) && isMedia(type)) return true
  if (expected && isTextType(expected)) return isTextType(type) || type === unknownType
  return !signed.test(ending) && !isFixed(type)
}
