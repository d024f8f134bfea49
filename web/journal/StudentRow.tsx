import { memo, type ReactNode } from 'react'
import type { JournalAssignment, JournalRow } from '#contract/journal/journal.schema.ts'
import type { JournalColumn } from '#contract/journal/journal-columns.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { countedText } from '#web/journal/counted-text.ts'
import { firstCell } from '#web/journal/grid-places.ts'
import classes from '#web/journal/JournalTable.module.css'
import { type CellKind, isOfKind } from '#web/journal/journal-filter.ts'
import { QuizCell } from '#web/journal/QuizCell.tsx'
import { ScoreCell } from '#web/journal/ScoreCell.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** The average of a student, with the number of tasks and quizzes in it. */
const Average = ({
  row,
  assignments,
  place,
  focusable,
}: {
  row: JournalRow
  assignments: JournalAssignment[]
  place: string
  focusable: boolean
}) => {
  const { average } = row
  const count = countedText(assignments, row)
  return (
    <td
      data-place={place}
      tabIndex={focusable ? 0 : -1}
      className={classes.average}
      data-tip={
        count === '' ? 'Пока нет работ с оценкой в баллах' : `Средний балл по ${count} с оценкой, с учётом веса заданий`
      }
    >
      {average === null ? (
        <Text as="span" size={2} tone="quiet" weight="plain">
          —
        </Text>
      ) : (
        <>
          {scoreText(average)} %
          <Text as="small" block size={1} tone="quiet" weight="plain" className={classes.wrapped}>
            по {count}
          </Text>
        </>
      )}
    </td>
  )
}

/** A student with all their tasks. Memoised: a move in the table draws only the row left and the row entered. */
export const StudentRow = memo(
  ({
    row,
    assignments,
    columns,
    index,
    focusable,
    kind,
    editor,
    history,
  }: {
    row: JournalRow
    assignments: JournalAssignment[]
    columns: JournalColumn[]
    index: number
    /** The column whose cell the Tab key reaches; null in every other row. */
    focusable: number | null
    kind: CellKind | null
    /** What stands in the focusable cell instead of its score. */
    editor: ReactNode
    /** The same instead of the button of its history. */
    history: ReactNode
  }) => {
    const { student, left_at, cells, quizzes } = row
    return (
      <tr aria-rowindex={index + 2} data-left={left_at !== null || undefined}>
        <th scope="row" data-place={`${index}:0`} tabIndex={focusable === 0 ? 0 : -1}>
          <Row
            as={Link}
            links="quiet"
            gap={2.5}
            shrink
            to={pathTo('users.show', { id: student.id })}
            tabIndex={-1}
            className={classes.student}
          >
            <Avatar person={student} size={28} />
            <Text as="span" size={3} weight="medium" shrink hyphens clamp={3} className={classes.studentName}>
              {fullName(student)}
              {left_at && (
                <Text as="small" block size={1} tone="quiet" weight="plain">
                  выбыл {formatDay(left_at)}
                </Text>
              )}
            </Text>
          </Row>
        </th>
        <Average row={row} assignments={assignments} place={`${index}:1`} focusable={focusable === 1} />
        {columns.map((shown, at) => {
          const column = at + firstCell
          const place = { place: `${index}:${column}`, focusable: focusable === column }
          if (shown.kind === 'quiz') {
            const cell = quizzes[shown.index]
            return cell && <QuizCell key={`quiz-${cell.quiz_id}`} cell={cell} {...place} />
          }
          const cell = cells[shown.index]
          return (
            cell && (
              <ScoreCell
                key={cell.assignment_id}
                cell={cell}
                assignment={shown.assignment}
                {...place}
                marked={kind !== null && isOfKind(cell, kind)}
                editor={focusable === column ? editor : null}
                history={focusable === column ? history : null}
              />
            )
          )
        })}
      </tr>
    )
  },
)
StudentRow.displayName = 'StudentRow'
