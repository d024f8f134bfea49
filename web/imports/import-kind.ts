import type { ImportKind } from '#contract/imports/imports.schema.ts'

/** What a file is by its name alone; null for a ZIP, which may be several things. */
export const kindByName = (name: string): ImportKind | null => {
  if (/\.docx$/i.test(name)) return 'docx'
  if (/\.mbz$/i.test(name)) return 'moodle'
  return /\.(md|markdown)$/i.test(name) ? 'markdown' : null
}

/** How much of the end of a ZIP is read: its table of contents. In bytes. */
const tailBytes = 2 * 1_048_576

/** What a file to import is: a ZIP shows it by the names of its entries. */
export const findImportKind = async (file: File): Promise<ImportKind> => {
  const known = kindByName(file.name)
  if (known) return known
  const tail = new TextDecoder('latin1').decode(await file.slice(-tailBytes).arrayBuffer())
  // a backup may have packages of SCORM in it, but under other names
  if (tail.includes('moodle_backup.xml')) return 'moodle'
  if (tail.includes('imsmanifest.xml')) return 'scorm'
  return /\.(md|markdown)/i.test(tail) && !tail.includes('course.json') ? 'markdown' : 'archive'
}

/** The files that can be chosen. */
export const importedTypes = ['.zip', '.mbz', '.docx', '.md', '.markdown']
