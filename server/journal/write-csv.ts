import type { Sheet, SheetCell } from '#server/journal/journal-sheet.ts'

/** How a spreadsheet program recognises UTF-8. */
const byteOrderMark = '\ufeff'

/** What a spreadsheet program would take for a formula or a command becomes plain text; some read wide signs as well. */
const defused = (text: string) => (/^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const two = (value: number) => String(value).padStart(2, '0')

const dateWords = (date: Date) =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()} ` +
  `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`

const cellWords = (cell: SheetCell) => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return quoted(cell instanceof Date ? dateWords(cell) : defused(cell))
}

/** A table as CSV for Russian Excel: UTF-8 with its mark, semicolons, decimal commas, everything but numbers in quotes, lines that end in CR LF. */
export const writeCsv = ({ headings, rows }: Sheet) =>
  byteOrderMark + [headings, ...rows].map((row) => `${row.map(cellWords).join(';')}\r\n`).join('')
