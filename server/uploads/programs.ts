import { lookup } from 'mime-types'
import { extensionOf } from '#server/uploads/file-name.ts'

/** The library's names for programs of Linux and macOS, and for shortcuts of Windows, which can run anything. */
const programs = new Set(['elf', 'macho', 'lnk'])

/** Headers of programs and libraries of Windows and OS/2, where the one of DOS points to. */
const windowsHeaders = ['PE\0\0', 'NE', 'LE', 'LX']

/** The library is content with two letters, with which a text may begin as well. */
const isWindowsProgram = (sample: Buffer) => {
  if (sample.length < 64) return false
  const at = sample.readUInt32LE(60)
  return windowsHeaders.some((header) => sample.toString('latin1', at, at + header.length) === header)
}

/** The class of the root of an installer and of its patch: {000C1084-…}, {000C1086-…} (MS-CFB 2.6.1; MS-OLEDS). */
const installer = /^8[46]100c0000000000c000000000000046$/

/**
 * Installers share the package of old office documents; the class in its root tells them apart, where the sample has
 * it.
 */
const isInstaller = (sample: Buffer) => {
  if (sample.length < 512) return false
  const root = (sample.readUInt32LE(48) + 1) * 2 ** Math.min(sample.readUInt16LE(30), 12)
  return installer.test(sample.toString('hex', root + 80, root + 96))
}

/**
 * Whether a file with this beginning is a program: something that a click would run. `extension` is what the library
 * detected.
 */
export const isProgram = (sample: Buffer, extension = '') => {
  if (extension === 'exe') return isWindowsProgram(sample)
  return programs.has(extension) || (extension === 'cfb' && isInstaller(sample))
}

/** Types of programs, and of bytes of any kind. */
const open = /^application\/(octet-stream|x-ms(download|dos-program|-shortcut|i)|x-makeself|x-elf|x-mach-binary)$/

/** Texts, books and projects of the editors that schools use, which the table of types lacks. */
const unlisted =
  /^\.(py|ipynb|go|kts?|ino|cs|vb|swift|rb|r|hs|scala|vue|tsx|cfg|sb[23]?|fb2|cdr|sketch|xd|fla|prproj|ass|mscz)$/i

/**
 * The extension with which a name promises something that is no program: a document, a picture, a text. Null for
 * programs' own extensions, and where there is none or one that nobody knows: these promise nothing.
 */
export const harmlessExtension = (name: string): string | null => {
  // Windows drops dots and spaces at the end
  const ending = extensionOf(name.replace(/[.\s]+$/, ''))
  if (unlisted.test(ending)) return ending
  const type = lookup(ending)
  // panels of Windows, which the table of types takes for XML
  return type && !open.test(type) && ending.toLowerCase() !== '.cpl' ? ending : null
}
