import type { ImportKind } from '#contract/imports/imports.schema.ts'

/** What a file is by its name alone; null for a ZIP, which may be several things. */
export const kindByName = (name: string): ImportKind | null => {
  if (/\.docx$/i.test(name)) return 'docx'
  if (/\.mbz$/i.test(name)) return 'moodle'
  return /\.(md|markdown)$/i.test(name) ? 'markdown' : null
}

/** How much of the end of a ZIP is read, in bytes: it has the place of the table of contents. */
const tailBytes = 2 * 1_048_576

/** The length of the record that a ZIP ends with, in bytes, without the comment after it. */
const endBytes = 22

const textOf = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes)

/**
 * The table of contents of a ZIP, as a text with the names of its entries. A ZIP inside has another one, which must not
 * count. The end of the file instead, where the table cannot be found: in a ZIP64, or before a confusing comment.
 */
const contentsOf = async (file: File) => {
  const tailStart = Math.max(0, file.size - tailBytes)
  const tail = await file.slice(tailStart).arrayBuffer()
  const end = textOf(tail).lastIndexOf('PK\x05\x06')
  if (end < 0 || end + endBytes > tail.byteLength) return textOf(tail)
  const record = new DataView(tail, end)
  const [size, start] = [record.getUint32(12, true), record.getUint32(16, true)]
  if (start + size !== tailStart + end) return textOf(tail)
  return textOf(await file.slice(start, start + size).arrayBuffer())
}

/** What a file to import is: a ZIP shows it by the names of its entries. */
export const findImportKind = async (file: File): Promise<ImportKind> => {
  const known = kindByName(file.name)
  if (known) return known
  const contents = await contentsOf(file)
  // a backup may have packages of SCORM in it, but under other names
  if (contents.includes('moodle_backup.xml')) return 'moodle'
  if (contents.includes('imsmanifest.xml')) return 'scorm'
  return /\.(md|markdown)/i.test(contents) && !contents.includes('course.json') ? 'markdown' : 'archive'
}

/** The files that can be chosen. */
export const importedTypes = ['.zip', '.mbz', '.docx', '.md', '.markdown']
