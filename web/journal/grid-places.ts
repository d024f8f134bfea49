import type { TableColumn } from '#contract/journal/journal-columns.ts'

/** A place in the table: row -1 is the head; column 0 holds the names, 1 the averages. */
export interface Place {
  row: number
  column: number
}

/** The head of the table as a row. */
export const headRow = -1

/** The first column of assignments. */
export const firstCell = 2

/** Rows that a page key passes. */
const pageRows = 10

const moves: Record<string, (place: Place, last: Place) => Place> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }) => ({ row: Math.max(0, row - pageRows), column }),
  PageDown: ({ row, column }) => ({ row: row + pageRows, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last.column }),
}

/** The place inside of the table. */
export const within = ({ row, column }: Place, last: Place): Place => ({
  row: Math.min(Math.max(row, headRow), last.row),
  column: Math.min(Math.max(column, 0), last.column),
})

/** Where a key leads from a place, with Ctrl to the ends of the table; null for a key that does not move. */
export const moveBy = (key: string, ctrl: boolean, place: Place, last: Place): Place | null => {
  if (ctrl && key === 'Home') return { row: 0, column: 0 }
  if (ctrl && key === 'End') return last
  const move = moves[key]
  return move ? within(move(place, last), last) : null
}

/** The cell that an element of the table is in; null outside of its cells. */
export const placeOf = (element: Element): Place | null => {
  const [row, column] = element.closest<HTMLElement>('[data-place]')?.dataset.place?.split(':') ?? []
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

export const samePlace = (a: Place, b: Place) => a.row === b.row && a.column === b.column

/** Tells columns apart in lists. */
export const keyOfColumn = (column: TableColumn) => {
  if (column.kind === 'quiz') return `quiz-${column.quiz.id}`
  return column.kind === 'total' ? `total-${column.period.id}` : `${column.assignment.id}`
}

/** A cell by its student and its column, whatever comes and goes around it; null is the head, and the names. */
export interface GridCell {
  studentId: number | null
  columnKey: string | null
  /** Where it was at first. */
  place: Place
}

/** The rows and columns that are shown. */
interface Grid {
  rows: { student: { id: number } }[]
  columns: TableColumn[]
}

/** The cell at a place. */
export const gridCellAt = (place: Place, { rows, columns }: Grid): GridCell => {
  const column = columns[place.column - firstCell]
  return { studentId: rows[place.row]?.student.id ?? null, columnKey: column ? keyOfColumn(column) : null, place }
}

/** The place of a cell by now; null once its student or its column is gone. */
export const placeNow = ({ studentId, columnKey, place }: GridCell, { rows, columns }: Grid): Place | null => {
  const row = studentId === null ? headRow : rows.findIndex(({ student }) => student.id === studentId)
  const column = columnKey === null ? place.column : columns.findIndex((other) => keyOfColumn(other) === columnKey)
  if ((studentId !== null && row < 0) || column < 0) return null
  return { row, column: columnKey === null ? column : column + firstCell }
}
