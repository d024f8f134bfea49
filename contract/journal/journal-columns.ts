import type { Journal, JournalAssignment, JournalQuiz } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { isInPeriod } from '#contract/journal/totals.ts'

/** A column of the journal for what students did; `index` is its place in the cells of its kind. */
export type JournalColumn =
  | { kind: 'assignment'; index: number; assignment: JournalAssignment }
  | { kind: 'quiz'; index: number; quiz: JournalQuiz }

/** A column of the journal, or the totals of a period. */
export type TableColumn = JournalColumn | { kind: 'total'; index: number; period: JournalPeriod }

/** All columns of the journal but its totals, in the order of the lessons. */
export const columnsOf = ({ assignments, quizzes }: Pick<Journal, 'assignments' | 'quizzes'>): JournalColumn[] => {
  const numbered = quizzes.map((quiz, index) => ({ kind: 'quiz' as const, index, quiz }))
  const at = Map.groupBy(numbered, ({ quiz }) => Math.min(quiz.before, assignments.length))
  return [
    ...assignments.flatMap((assignment, index): JournalColumn[] => [
      ...(at.get(index) ?? []),
      { kind: 'assignment', index, assignment },
    ]),
    ...(at.get(assignments.length) ?? []),
  ]
}

/** The day that decides which period a column counts in. */
export const dayOf = (column: JournalColumn) => (column.kind === 'quiz' ? column.quiz : column.assignment).day

/**
 * The columns of the table: period by period, each with its totals after its columns, which stay in the order of the
 * lessons. A column between two periods belongs to the later one.
 */
export const columnsByPeriod = (journal: Pick<Journal, 'assignments' | 'quizzes' | 'periods'>): TableColumn[] => {
  let rest = columnsOf(journal)
  const table: TableColumn[] = []
  for (const [index, period] of journal.periods.entries()) {
    table.push(...rest.filter((column) => dayOf(column) <= period.to), { kind: 'total', index, period })
    rest = rest.filter((column) => dayOf(column) > period.to)
  }
  return [...table, ...rest]
}

/**
 * The columns of the table that count in a period, with its totals and those of terms within it; all of them without
 * one.
 */
export const columnsWithin = (
  journal: Pick<Journal, 'assignments' | 'quizzes' | 'periods'>,
  period: JournalPeriod | undefined,
): TableColumn[] =>
  columnsByPeriod(journal).filter((column) => {
    if (!period) return true
    if (column.kind !== 'total') return isInPeriod(dayOf(column), period)
    return period.from <= column.period.from && column.period.to <= period.to
  })
