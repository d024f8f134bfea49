import type { ReactNode } from 'react'
import type { TableColumn } from '#contract/journal/journal-columns.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { AssignmentHead } from '#web/journal/AssignmentHead.tsx'
import { firstCell, headRow, keyOfColumn, type Place, samePlace } from '#web/journal/grid-places.ts'
import classes from '#web/journal/JournalTable.module.css'
import { QuizHead } from '#web/journal/QuizHead.tsx'
import { TotalHead } from '#web/journal/TotalHead.tsx'
import type { Drawn } from '#web/journal/use-window.ts'

/** The place of columns that are not drawn. */
export const Gap = ({ as: As, columns }: { as: 'th' | 'td'; columns: number }) =>
  columns > 0 && <As aria-hidden="true" className={classes.gap} style={{ width: `calc(${columns} * var(--cells))` }} />

/** The row of heads. */
export const JournalHead = ({
  columns,
  locks,
  shown: { start, end },
  tabStop,
  editorAt,
}: {
  columns: TableColumn[]
  /** The closed period of each column, if any. */
  locks: (JournalPeriod | undefined)[]
  /** Which of them are drawn. */
  shown: Drawn
  /** The place that the Tab key reaches. */
  tabStop: Place
  editorAt: (place: Place) => ReactNode
}) => {
  const isStop = (column: number) => samePlace(tabStop, { row: headRow, column })
  return (
    <tr aria-rowindex={1}>
      {[called('Студент'), 'Среднее'].map((name, column) => (
        <th
          key={name}
          scope="col"
          aria-colindex={column + 1}
          data-place={`${headRow}:${column}`}
          tabIndex={isStop(column) ? 0 : -1}
        >
          {name}
        </th>
      ))}
      <Gap as="th" columns={start} />
      {columns.slice(start, end).map((shown, at) => {
        const place = { row: headRow, column: start + at + firstCell }
        const common = { column: place.column, focusable: isStop(place.column) }
        const key = keyOfColumn(shown)
        if (shown.kind === 'quiz') return <QuizHead key={key} quiz={shown.quiz} {...common} />
        if (shown.kind === 'total') return <TotalHead key={key} period={shown.period} {...common} />
        return (
          <AssignmentHead
            key={key}
            assignment={shown.assignment}
            locked={locks[start + at] !== undefined}
            {...common}
            editor={editorAt(place)}
          />
        )
      })}
      <Gap as="th" columns={columns.length - end} />
    </tr>
  )
}
