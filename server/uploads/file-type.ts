import { fileTypeFromBuffer, supportedExtensions } from 'file-type'
import { lookup } from 'mime-types'
import { fileProblem } from '#contract/files/check-file.ts'
import { extensionOf } from '#server/uploads/file-name.ts'

/** How many bytes at a file's start are enough to detect its type. */
export const sampleSize = 1_048_576

const unknown = 'application/octet-stream'

const isTextType = (type: string) =>
  /^text\/|\+(xml|json)$/.test(type) || ['application/json', 'application/xml'].includes(type)

/** Whether bytes are text as on the web: UTF-8, or UTF-16 with a byte order mark. */
const isText = (sample: Buffer) => {
  const mark = sample.subarray(0, 2).toString('hex')
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8'
  try {
    // a character may be cut in two at the end
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample.subarray(0, 65_536), { stream: true })
    return ![...text].some((sign) => sign < ' ' && !'\t\n\r\f\v\b\u001b'.includes(sign))
  } catch {
    return false
  }
}

/** Packages that look alike from outside, by extension; file-type would need their end to tell them apart. */
const packages: Record<string, RegExp> = {
  'application/zip': /^\.(doc|xls|ppt)[xm]$|^\.(dot|xlt|pot|pps)x$|^\.od[tspg]$|^\.epub$/,
  'application/x-cfb': /^\.(doc|xls|ppt|pps|msg|vsd|mpp|pub)$/,
}

/** The type detected from bytes. */
export interface SeenType {
  type: string
  /** The usual extension of the detected type, without its dot. */
  extension?: string | undefined
}

/**
 * The type of a file by its first bytes. The name and the declared type count only where bytes are ambiguous: the kind of
 * text, and the kind of office document.
 */
export const seeType = async (sample: Buffer, { name, type }: { name: string; type: string }): Promise<SeenType> => {
  const ending = extensionOf(name).toLowerCase()
  const byName = lookup(ending) || ''
  // a sample can end in the middle of what the library looks for
  const seen = await fileTypeFromBuffer(sample).catch(() => undefined)
  const extension = seen?.ext
  const bySight = seen?.mime.split(';', 1)[0]?.trim()
  if (bySight && !isTextType(bySight)) {
    return { type: packages[bySight]?.test(ending) && byName ? byName : bySight, extension }
  }
  if (!isText(sample)) return { type: bySight ?? unknown, extension }
  return { type: [byName, type, bySight ?? ''].find(isTextType) ?? 'text/plain', extension }
}

const isMedia = (type: string) => /^(video|audio)\//.test(type)
const isFixed = (type: string) => /^(image|video|audio|font)\//.test(type) || type === 'application/pdf'

const typesKnownBySight = new Set([...supportedExtensions].map((extension) => lookup(extension)))

/** Whether the detected type fits a file with this extension. */
const fits = (ending: string, { type, extension }: SeenType) => {
  const expected = lookup(ending)
  if (!expected) return !isFixed(type)
  if (type === expected || (extension && lookup(extension) === expected)) return true
  if (isMedia(expected) && isMedia(type)) return true
  if (isTextType(expected)) return isTextType(type) || type === unknown
  return !typesKnownBySight.has(expected) && !isFixed(type)
}

/** The file check of the specification (§5) once the bytes are there: an allowed extension must be real, too. */
export const isAccepted = (file: { name: string; size: number }, seen: SeenType, accept: string[]) =>
  accept.some((entry) => {
    if (fileProblem({ ...file, type: seen.type }, { types: [entry] })) return false
    return entry.includes('/') || fits(entry.toLowerCase(), seen)
  })
