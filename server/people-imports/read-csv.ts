import { decodeText } from '#server/imports/decode-text.ts'
import { Unreadable } from '#server/imports/unreadable.ts'
import { maxCellLength, maxCells, type SheetRows } from '#server/people-imports/sheet-rows.ts'

const separators = [';', '\t', ','] as const

/** How often each separator occurs outside of quotes, in the first lines. */
const countSeparators = (text: string) => {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]))
  let quoted = false
  for (const char of text.slice(0, 10_000)) {
    if (char === '"') quoted = !quoted
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return counts
}

/** The most frequent one; a semicolon or a tab wins over the commas inside of cells. */
const separatorOf = (text: string) => {
  const counts = countSeparators(text)
  const lines = text.slice(0, 10_000).split('\n').length
  const often = separators.slice(0, 2).find((separator) => (counts.get(separator) ?? 0) >= Math.max(1, lines / 2))
  if (often) return often
  return separators.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best))
}

/** The end of a quoted cell that begins after `from`, and its text; what is never closed ends with the file. */
const readQuoted = (text: string, from: number) => {
  let value = ''
  let at = from
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}

/** Whether it is the beginning of a picture, say: texts have no such signs, except for an old mark of their end. */
const isBinary = (text: string) => text.includes('\0') || /[^\P{Cc}\t\n\v\f\r](?!$)/u.test(text.slice(0, 200))

/**
 * Reads a table with separated values (RFC 4180), with `;`, `,` or tabs, and line ends of any system. Throws
 * `Unreadable`. Its time is linear in the length.
 */
export const readCsv = (bytes: Uint8Array): SheetRows => {
  const decoded = decodeText(bytes)
  if (isBinary(decoded)) throw new Unreadable('Это не таблица. Сохраните её как CSV или XLSX.')
  // Excel itself may write the separator first
  const declared = /^\ufeff?sep=(.)\r?\n/.exec(decoded)
  const text = declared ? decoded.slice(declared[0].length) : decoded
  const separator = declared?.[1] ?? separatorOf(text)
  const ends = new RegExp(`[\\r\\n${separator === '\t' ? '\\t' : separator.replace(/[\\\]^-]/, '\\$&')}]`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let at = 0
  while (at < text.length) {
    let value = ''
    if (text[at] === '"') {
      const quoted = readQuoted(text, at + 1)
      value = quoted.value
      at = quoted.end
    }
    ends.lastIndex = at
    const end = ends.exec(text)?.index ?? text.length
    row.push((value + text.slice(at, end)).slice(0, maxCellLength))
    cells += 1
    if (cells > maxCells) throw new Unreadable('В таблице слишком много ячеек. Разделите её на части.')
    at = end + 1
    if (text[end] === separator) {
      // the last cell of the file may be empty
      if (at === text.length) row.push('')
      continue
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return { rows: rows.map((cells, index) => ({ line: index + 1, cells })), startsAt1904: false, sheets: null }
}
