import { fileTypeFromBuffer, supportedExtensions } from 'file-type'
import { lookup } from 'mime-types'
import { fileProblem } from '#contract/files/check-file.ts'
import { extensionOf } from '#server/uploads/file-name.ts'

/** How many bytes at a file's start tell what it is. */
export const sampleSize = 1_048_576

const unknown = 'application/octet-stream'

const isTextType = (type: string) =>
  /^text\/|\+(xml|json)$/.test(type) || ['application/json', 'application/xml'].includes(type)

/** Whether bytes are text as the web writes it: UTF-8, or UTF-16 that says so. */
const isText = (sample: Buffer) => {
  const mark = sample.subarray(0, 2).toString('hex')
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8'
  try {
    // a sign may be cut in two at the end
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample.subarray(0, 65_536), { stream: true })
    return ![...text].some((sign) => sign < ' ' && !'\t\n\r\f\v\b\u001b'.includes(sign))
  } catch {
    return false
  }
}

/** What some packages are called that look all alike from outside; file-type needs their end to tell. */
const packages: Record<string, RegExp> = {
  'application/zip': /^\.(doc|xls|ppt)[xm]$|^\.(dot|xlt|pot|pps)x$|^\.od[tspg]$|^\.epub$/,
  'application/x-cfb': /^\.(doc|xls|ppt|pps|msg|vsd|mpp|pub)$/,
}

/** What the bytes of a file say. */
export interface SeenType {
  type: string
  /** The usual extension of what was recognised, without its dot. */
  extension?: string | undefined
}

/**
 * The type of a file by its first bytes. The name and the declared type are heard only where bytes cannot tell: what kind
 * of text it is, and what kind of office document.
 */
export const seeType = async (sample: Buffer, { name, type }: { name: string; type: string }): Promise<SeenType> => {
  const ending = extensionOf(name).toLowerCase()
  const byName = lookup(ending) || ''
  // what is no more than a beginning can end in the middle of what is looked for
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

/** Whether what was seen can be in a file with such an extension. */
const fits = (ending: string, { type, extension }: SeenType) => {
  const expected = lookup(ending)
  if (!expected) return !isFixed(type)
  if (type === expected || (extension && lookup(extension) === expected)) return true
  if (isMedia(expected) && isMedia(type)) return true
  if (isTextType(expected)) return isTextType(type) || type === unknown
  return !typesKnownBySight.has(expected) && !isFixed(type)
}

/** The file check of the specification (§5) once the bytes are there: an allowed extension must be true, too. */
export const isAccepted = (file: { name: string; size: number }, seen: SeenType, accept: string[]) =>
  accept.some((entry) => {
    if (fileProblem({ ...file, type: seen.type }, { types: [entry] })) return false
    return entry.includes('/') || fits(entry.toLowerCase(), seen)
  })
