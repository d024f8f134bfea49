import type { JournalAssignment, JournalCell, JournalRow } from '#contract/journal/journal.schema.ts'
import type { JournalColumn } from '#contract/journal/journal-columns.ts'
import { absentMark } from '#contract/journal/score-text.ts'
import { canScore } from '#web/journal/journal-filter.ts'

/** What a pasted value changes in its cell. */
interface PastedCell {
  student: JournalRow['student']
  cell: JournalCell
  change: { score: number | null; absent: boolean }
}

/** Cells to change, and the values that no cell takes. */
interface PastedBlock {
  cells: PastedCell[]
  refused: string[]
}

const readValue = (text: string, read: (text: string) => number | null | undefined) => {
  if (text.toLowerCase() === absentMark) return { score: null, absent: true }
  const score = read(text)
  return score === undefined || score === null ? null : { score, absent: false }
}

/**
 * Reads a block that was copied in a spreadsheet, lines of values between tabs, into the cells from a row and a column on.
 * Empty values change nothing: a gap in a column must not clear a mark.
 */
export const readBlock = (
  text: string,
  {
    rows,
    columns,
    read,
  }: {
    rows: JournalRow[]
    columns: JournalColumn[]
    /** A mark as the score that it is kept as. */
    read: (text: string, assignment: JournalAssignment, current: number | null) => number | null | undefined
  },
): PastedBlock => {
  const block: PastedBlock = { cells: [], refused: [] }
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  for (const [down, line] of lines.entries()) {
    for (const [right, typed] of line.split('\t').entries()) {
      const value = typed.trim()
      if (value === '') continue
      const [row, column] = [rows[down], columns[right]]
      const cell = column?.kind === 'assignment' ? row?.cells[column.index] : undefined
      const change =
        cell && column?.kind === 'assignment' && canScore(cell, column.assignment)
          ? readValue(value, (text) => read(text, column.assignment, cell.score))
          : null
      if (row && cell && change) block.cells.push({ student: row.student, cell, change })
      else block.refused.push(value)
    }
  }
  return block
}
