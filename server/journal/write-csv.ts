import type { Sheet, SheetCell } from '#server/journal/journal-sheet.ts'

/** Spreadsheet programs recognise UTF-8 by it. */
const byteOrderMark = '\ufeff'

/**
 * Makes plain text of what a spreadsheet program would take for a formula or a command; some read full-width characters
 * as well.
 */
const defused = (text: string) => (/^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const two = (value: number) => String(value).padStart(2, '0')

const dateText = (date: Date) =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()} ` +
  `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`

const cellText = (cell: SheetCell) => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return quoted(cell instanceof Date ? dateText(cell) : defused(cell))
}

/**
 * A table as CSV for Russian Excel: UTF-8 with a byte order mark, semicolons, decimal commas, everything but numbers in
 * quotes, CR LF line ends.
 */
export const writeCsv = ({ headings, rows }: Sheet) =>
  byteOrderMark + [headings, ...rows].map((row) => `${row.map(cellText).join(';')}\r\n`).join('')
