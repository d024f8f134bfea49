import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { isMissing } from '#web/journal/journal-filter.ts'
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

/** What stands in a cell on paper: the score, or else how things are. */
export const printedCell = (cell: JournalCell) => {
  if (cell.score !== null) return scoreText(cell.score)
  if (cell.overdue && isMissing(cell)) return 'просрочено'
  return isMissing(cell) ? '—' : (cell.status?.name.toLowerCase() ?? '—')
}

const Head = ({ assignment: { lesson, deleted_at, due_at, max_score } }: { assignment: JournalAssignment }) => (
  <th scope="col">
    {lesson.name}
    <small>
      {[
        deleted_at !== null && 'удалён',
        due_at && `до ${formatDay(due_at)}`,
        max_score !== null && `из ${scoreText(max_score)}`,
      ]
        .filter(Boolean)
        .join(', ')}
    </small>
  </th>
)

/** The whole journal for paper, every student and every assignment: tables that fit across A4, one after another. */
export const PrintedJournal = ({ journal: { course, assignments, rows } }: { journal: Journal }) => {
  const parts = partsOf(assignments.map((assignment, index) => ({ assignment, index })))
  return (
    <div className={classes.printed}>
      {parts.map((columns) => (
        <table key={columns[0]?.index} aria-label={`Журнал: ${course.name}`}>
          {parts.length > 1 && (
            <caption>
              Задания {(columns[0]?.index ?? 0) + 1}–{(columns.at(-1)?.index ?? 0) + 1} из {assignments.length}
            </caption>
          )}
          <thead>
            <tr>
              <th scope="col">Студент</th>
              <th scope="col">Среднее, %</th>
              {columns.map(({ assignment }) => (
                <Head key={assignment.id} assignment={assignment} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ student, left_at, average, cells }) => (
              <tr key={student.id}>
                <th scope="row">
                  {student.surname} {student.name}
                  {left_at && <small>выбыл {formatDay(left_at)}</small>}
                </th>
                <td>{average === null ? '—' : scoreText(average)}</td>
                {columns.map(({ assignment, index }) => {
                  const cell = cells[index]
                  return <td key={assignment.id}>{cell && printedCell(cell)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
