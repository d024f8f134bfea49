import type { ReadSheets } from '#contract/people-imports/people-imports.schema.ts'

/** Max cells of a sheet, empty ones between others included. */
export const maxCells = 300_000

/** Max columns of a sheet: what is further right is not read. */
export const maxColumns = 200

/** Max characters of a cell that are read. */
export const maxCellLength = 2000

/** A sheet as its program shows it: text in rows. */
export interface SheetRows {
  rows: {
    /** The row's number in the sheet, from 1. */
    line: number
    cells: string[]
  }[]
  /** Whether its days are counted from 1904, as in old files of a Mac, instead of 1900. */
  startsAt1904: boolean
  /** The sheet of a workbook that was read, and the others that are shown and not empty; null without sheets. */
  sheets: ReadSheets | null
}

/** The rows with anything in them. */
export const filledRows = (rows: SheetRows['rows']) =>
  rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
