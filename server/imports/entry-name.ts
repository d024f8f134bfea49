import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl'
import { Unreadable } from '#server/imports/unreadable.ts'

export const broken =
  'Файл повреждён, или внутри не то, что обещает его имя. Скачайте или сохраните его заново и попробуйте ещё раз.'

/** The name of an entry, in composed characters. Throws `Unreadable` where it leads out of its package. */
export const safeName = (name: string) => {
  if (validateFileName(name) !== null || name.includes('\0')) throw new Unreadable(broken)
  return name.replace(/^(\.\/)+/, '').normalize('NFC')
}

const isUtf8 = ({ generalPurposeBitFlag, extraFields }: Entry) =>
  // 0x7075: a second name in UTF-8 (APPNOTE 6.3.10, § 4.6.9)
  (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === 0x7075)

const decode = (entry: Entry) => {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  if (isUtf8(entry)) return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    // as Windows packs in Russia
    return new TextDecoder('ibm866').decode(fileNameRaw)
  }
}

/**
 * The name of a ZIP's entry, with `/` between folders, whatever it was packed with. Open the ZIP without
 * `decodeStrings`. Throws `Unreadable` where it leads out of its package.
 */
export const entryName = (entry: Entry) => safeName(decode(entry).replaceAll('\\', '/'))
