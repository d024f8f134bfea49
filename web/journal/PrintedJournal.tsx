import { dayText } from '#contract/dates.ts'
import type {
  Journal,
  JournalAssignment,
  JournalCell,
  JournalCohort,
  JournalQuiz,
  JournalRow,
} from '#contract/journal/journal.schema.ts'
import { columnsWithin, type TableColumn } from '#contract/journal/journal-columns.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { totalText } from '#contract/journal/totals.ts'
import { called } from '#contract/users/student-word.ts'
import { filterRows, isMissing } from '#web/journal/journal-filter.ts'
import classes from '#web/journal/PrintedJournal.module.css'
import { formatDay } from '#web/ui/dates.ts'

/** Max number of assignments that fit beside the names on A4 landscape. */
const maxColumns = 12

/** Columns in parts of about the same width, so that the last sheet is no narrow rest. */
export const partsOf = <Column,>(columns: Column[]): Column[][] => {
  const parts = Math.max(1, Math.ceil(columns.length / maxColumns))
  const size = Math.ceil(columns.length / parts)
  return Array.from({ length: parts }, (_, part) => columns.slice(part * size, (part + 1) * size))
}

/** What a cell shows on paper: the score, or else how things are. */
export const printedCell = (cell: JournalCell, markOf: (score: number) => string = scoreText) => {
  if (cell.score !== null) return markOf(cell.score)
  if (cell.absent) return absentMark
  if (cell.overdue && isMissing(cell)) return 'просрочено'
  return isMissing(cell) ? '—' : (cell.status?.name.toLowerCase() ?? '—')
}

/** The max of a column's scores, which marks of other scales than points are not out of. */
const printedMax = (max: number | null, { scale }: Grading) =>
  max !== null && scale === 'points' && `из ${scoreText(max)}`

const Head = ({
  assignment: { lesson, held_on, deleted_at, due_at, max_score },
  grading,
}: {
  assignment: JournalAssignment
  grading: Grading
}) => (
  <th scope="col">
    {lesson.name}
    <small>
      {[
        deleted_at !== null && 'удалён',
        held_on && dayText(held_on),
        due_at && `до ${formatDay(due_at)}`,
        printedMax(max_score, grading),
      ]
        .filter(Boolean)
        .join(', ')}
    </small>
  </th>
)

const QuizHead = ({
  quiz: { kind, title, deleted_at, max_points },
  grading,
}: {
  quiz: JournalQuiz
  grading: Grading
}) => (
  <th scope="col">
    {title}
    <small>
      {[kind === 'quiz' ? 'тест' : 'инструмент', deleted_at !== null && 'удалён', printedMax(max_points, grading)]
        .filter(Boolean)
        .join(', ')}
    </small>
  </th>
)

const OtherHead = ({ column, grading }: { column: Exclude<TableColumn, { kind: 'assignment' }>; grading: Grading }) =>
  column.kind === 'quiz' ? (
    <QuizHead quiz={column.quiz} grading={grading} />
  ) : (
    <th scope="col">
      {column.period.name}
      <small>{column.period.locked ? 'итог, закрыт' : 'итог'}</small>
    </th>
  )

/** What the row of a student shows in a column. */
const printedAt = ({ cells, quizzes, totals }: JournalRow, column: TableColumn, grading: Grading) => {
  const { kind, index } = column
  if (kind === 'assignment') {
    const max = column.assignment.max_score
    return cells[index] && printedCell(cells[index], (score) => markText(score, max, grading))
  }
  if (kind === 'total') {
    const total = totals[index]
    // what nobody has set yet is in brackets
    if (!total || total.score !== null) return totalText(total?.score ?? null, grading)
    return total.proposed === null || column.period.locked ? '—' : `(${totalText(total.proposed, grading)})`
  }
  const { points = null, max_points = null } = quizzes[index] ?? {}
  return points === null ? '—' : markText(points, max_points, grading)
}

/**
 * The journal for paper, of one class and one period or whole, whatever is searched for on the screen: tables that fit
 * across A4, one after another.
 */
export const PrintedJournal = ({
  journal,
  cohort,
  period,
}: {
  journal: Journal
  cohort: JournalCohort | undefined
  period: JournalPeriod | undefined
}) => {
  const { course, quizzes, periods } = journal
  const rows = filterRows(journal.rows, '', null, cohort)
  const columns = columnsWithin(journal, period)
  const parts = partsOf(columns.map((column, place) => ({ column, place })))
  return (
    <div className={classes.printed}>
      {parts.map((part) => (
        <table key={part[0]?.place} aria-label={`Журнал: ${course.name}`}>
          {(cohort || period || parts.length > 1) && (
            <caption>
              {[cohort?.name, period?.name].filter(Boolean).join(', ')}{' '}
              {parts.length > 1 && (
                <>
                  {quizzes.length === 0 && periods.length === 0 ? 'Задания' : 'Столбцы'} {(part[0]?.place ?? 0) + 1}–
                  {(part.at(-1)?.place ?? 0) + 1} из {columns.length}
                </>
              )}
            </caption>
          )}
          <thead>
            <tr>
              <th scope="col">{called('Студент')}</th>
              <th scope="col">Среднее, %</th>
              {part.map(({ column, place }) =>
                column.kind === 'assignment' ? (
                  <Head key={place} assignment={column.assignment} grading={journal.grading} />
                ) : (
                  <OtherHead key={place} column={column} grading={journal.grading} />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.student.id}>
                <th scope="row">
                  {row.student.surname} {row.student.name}
                  {row.left_at && <small>выбыл {formatDay(row.left_at)}</small>}
                </th>
                <td>{row.average === null ? '—' : scoreText(row.average)}</td>
                {part.map(({ column, place }) => (
                  <td key={place}>{printedAt(row, column, journal.grading)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
