import type { CellObject } from 'write-excel-file/node'
import type { Sheet, SheetCell } from '#server/journal/journal-sheet.ts'

const heading = (value: string): CellObject => ({
  value,
  type: String,
  fontWeight: 'bold',
  wrap: true,
  alignVertical: 'top',
})

/** Text stays text and never becomes a formula. */
const cellOf = (value: SheetCell): CellObject | null => {
  if (value === null) return null
  if (typeof value === 'number') return { value, type: Number }
  if (value instanceof Date) return { value, type: Date, format: 'dd.mm.yyyy hh:mm' }
  return { value, type: String }
}

/** A table as an Excel workbook of one sheet, whose headings and first column stay visible. */
export const writeXlsx = async ({ headings, widths = [], rows }: Sheet, name: string): Promise<Buffer> => {
  // takes 4 MB, and few people ask for a table
  const { default: writeExcelFile } = await import('write-excel-file/node')
  return writeExcelFile([headings.map(heading), ...rows.map((row) => row.map(cellOf))], {
    sheet: name,
    columns: headings.map((_, column) => ({ width: widths[column] ?? 12 })),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
  }).toBuffer()
}
