import { lookup } from 'mime-types'
import { fileProblem } from '#contract/files/check-file.ts'
import { extensionOf } from '#server/uploads/file-name.ts'
import { fitsExtension, isTextType, type SeenType, unknownType } from '#server/uploads/fits-extension.ts'
import { harmlessExtension, isProgram } from '#server/uploads/programs.ts'

/** How many bytes at a file's start are enough to detect its type. */
export const sampleSize = 1_048_576

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

const containerOf = (sample: Buffer): SeenType['container'] => {
  const mark = sample.subarray(0, 4).toString('hex')
  if (mark === 'd0cf11e0') return 'cfb'
  return ['504b0304', '504b0506'].includes(mark) ? 'zip' : undefined
}

/** Readers accept a PDF that begins within the first kilobyte (ISO 32000-1, annex H); the library only at the start. */
const isLatePdf = (sample: Buffer, ending: string) => ending === '.pdf' && sample.subarray(0, 1024).includes('%PDF-')

/**
 * The type of a file by its first bytes. The name and the declared type count only where bytes are ambiguous: the kind
 * of text, and the kind of office document.
 */
export const seeType = async (sample: Buffer, { name, type }: { name: string; type: string }): Promise<SeenType> => {
  const ending = extensionOf(name).toLowerCase()
  const byName = lookup(ending) || ''
  const { fileTypeFromBuffer } = await import('file-type')
  // a sample can end in the middle of what the library looks for
  const detected = await fileTypeFromBuffer(sample).catch(() => undefined)
  // two letters are enough for the library, with which a text may begin
  const seen = detected?.ext === 'exe' && isText(sample) ? undefined : detected
  if (!seen && isLatePdf(sample, ending)) return { type: 'application/pdf', extension: 'pdf' }
  const extension = seen?.ext
  const container = containerOf(sample)
  const bySight = seen?.mime.split(';', 1)[0]?.trim()
  if (bySight && !isTextType(bySight)) {
    const type = packages[bySight]?.test(ending) && byName ? byName : bySight
    return { type, extension, container, program: isProgram(sample, extension) }
  }
  if (!isText(sample)) return { type: bySight ?? unknownType, extension, container }
  return { type: [byName, type, bySight ?? ''].find(isTextType) ?? 'text/plain', extension }
}

/** The file check of the specification (§5) once the bytes are there: an allowed extension must be real, too. */
export const isAccepted = (file: { name: string; size: number }, seen: SeenType, accept: string[]) =>
  accept.some((entry) => {
    if (fileProblem({ ...file, type: seen.type }, { types: [entry] })) return false
    return entry.includes('/') || fitsExtension(entry, seen)
  })

/** Whether a file contains something else than its extension says. */
export const isDisguised = (name: string, seen: SeenType) => {
  const ending = extensionOf(name)
  return ending !== '' && !fitsExtension(ending, seen)
}

/** The extension of a file that is a program and does not say so; null for all others. */
export const programDisguisedAs = (name: string, { program }: SeenType) => (program ? harmlessExtension(name) : null)
