import type { JournalAssignment, JournalCell, JournalRow } from '#contract/journal/journal.schema.ts'
import type { TableColumn } from '#contract/journal/journal-columns.ts'
import type { JournalTotal } from '#contract/journal/periods.schema.ts'
import { absentMark } from '#contract/journal/score-text.ts'
import { fullName } from '#contract/users/names.ts'
import { canScore } from '#web/journal/journal-filter.ts'

/** What a pasted value changes in its cell. */
interface PastedCell {
  student: JournalRow['student']
  cell: JournalCell
  change: { score?: number | null; absent: boolean }
}

/** A pasted total. */
interface PastedTotal {
  student: JournalRow['student']
  total: JournalTotal
  score: number
}

/**
 * A pasted value, and why its place does not take it: there is none, it is closed to scores, or the value is no mark.
 */
export interface RefusedValue {
  value: string
  why: 'outside' | 'closed' | 'not-a-mark'
  /** The student and the column of a closed cell, which the value alone does not show. */
  place?: string
}

/** Cells and totals to change, and the values that neither takes. */
interface PastedBlock {
  cells: PastedCell[]
  totals: PastedTotal[]
  refused: RefusedValue[]
}

const nameOf = (column: TableColumn) => {
  if (column.kind === 'total') return column.period.name
  return column.kind === 'quiz' ? column.quiz.title : column.assignment.lesson.name
}

/** What a value changes in a cell. An absence takes the place of the student's own score, not of a team's. */
const readValue = (text: string, isShared: boolean, read: (text: string) => number | null | undefined) => {
  if (text.toLowerCase() === absentMark) return isShared ? { absent: true } : { score: null, absent: true }
  const score = read(text)
  return score === undefined || score === null ? null : { score, absent: false }
}

/**
 * Reads a block that was copied in a spreadsheet, lines of values between tabs, into the cells from a row and a column
 * on. Empty values change nothing: a gap in a column must not clear a mark.
 */
export const readBlock = (
  text: string,
  {
    rows,
    columns,
    isShared,
    read,
    readTotal,
  }: {
    rows: JournalRow[]
    columns: TableColumn[]
    /** Whether other students have the same task. */
    isShared: (cell: JournalCell) => boolean
    /** A mark as the score that it is kept as. */
    read: (text: string, assignment: JournalAssignment, current: number | null) => number | null | undefined
    /** A mark as the total that it is kept as. */
    readTotal: (text: string, current: number | null) => number | null | undefined
  },
): PastedBlock => {
  const block: PastedBlock = { cells: [], totals: [], refused: [] }
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  for (const [down, line] of lines.entries()) {
    for (const [right, typed] of line.split('\t').entries()) {
      const value = typed.trim()
      if (value === '') continue
      const [row, column] = [rows[down], columns[right]]
      const refuse = (why: RefusedValue['why']) => block.refused.push({ value, why })
      if (!row || !column) {
        refuse('outside')
        continue
      }
      if (column.kind === 'total' && !column.period.locked) {
        const total = row.totals[column.index]
        const score = total && readTotal(value, total.score ?? total.proposed)
        if (total && score != null) block.totals.push({ student: row.student, total, score })
        else refuse('not-a-mark')
        continue
      }
      const cell = column.kind === 'assignment' ? row.cells[column.index] : undefined
      if (!cell || column.kind !== 'assignment' || !canScore(cell, column.assignment)) {
        block.refused.push({ value, why: 'closed', place: `${fullName(row.student)}, «${nameOf(column)}»` })
        continue
      }
      const change = readValue(value, isShared(cell), (text) => read(text, column.assignment, cell.score))
      if (change) block.cells.push({ student: row.student, cell, change })
      else refuse('not-a-mark')
    }
  }
  return block
}
