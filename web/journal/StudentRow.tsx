import { memo, type ReactNode } from 'react'
import type { JournalAssignment, JournalQuiz, JournalRow } from '#contract/journal/journal.schema.ts'
import type { TableColumn } from '#contract/journal/journal-columns.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { countedText } from '#web/journal/counted-text.ts'
import { firstCell } from '#web/journal/grid-places.ts'
import { Gap } from '#web/journal/JournalHead.tsx'
import classes from '#web/journal/JournalTable.module.css'
import { type CellKind, isOfKind } from '#web/journal/journal-filter.ts'
import { QuizCell } from '#web/journal/QuizCell.tsx'
import { ScoreCell } from '#web/journal/ScoreCell.tsx'
import { TotalCell } from '#web/journal/TotalCell.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** The average of a student, with the number of tasks and quizzes in it. */
const Average = ({
  row,
  assignments,
  quizzes,
  place,
  focusable,
}: {
  row: JournalRow
  assignments: JournalAssignment[]
  quizzes: JournalQuiz[]
  place: string
  focusable: boolean
}) => {
  const { average } = row
  const count = countedText({ assignments, quizzes }, row)
  return (
    <td
      data-place={place}
      aria-colindex={2}
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
    allQuizzes,
    columns,
    locks,
    start,
    end,
    index,
    focusable,
    kind,
    editor,
    history,
  }: {
    row: JournalRow
    assignments: JournalAssignment[]
    /** The quizzes of the whole journal, as the results in the row. */
    allQuizzes: JournalQuiz[]
    columns: TableColumn[]
    /** The closed period of each column, if any. */
    locks: (JournalPeriod | undefined)[]
    /** Which of them are drawn: from here… */
    start: number
    /** …up to here. */
    end: number
    index: number
    /** The column whose cell the Tab key reaches; null in every other row. */
    focusable: number | null
    kind: CellKind | null
    /** What the focusable cell shows instead of its score. */
    editor: ReactNode
    /** The same instead of the button of its history. */
    history: ReactNode
  }) => {
    const { student, left_at, cells, quizzes, totals } = row
    return (
      <tr aria-rowindex={index + 2} data-left={left_at !== null || undefined}>
        <th scope="row" aria-colindex={1} data-place={`${index}:0`} tabIndex={focusable === 0 ? 0 : -1}>
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
        <Average
          row={row}
          assignments={assignments}
          quizzes={allQuizzes}
          place={`${index}:1`}
          focusable={focusable === 1}
        />
        <Gap as="td" columns={start} />
        {columns.slice(start, end).map((shown, at) => {
          const column = start + at + firstCell
          const place = { place: `${index}:${column}`, column, focusable: focusable === column }
          if (shown.kind === 'quiz') {
            const cell = quizzes[shown.index]
            return cell && <QuizCell key={`quiz-${cell.quiz_id}`} kind={shown.quiz.kind} cell={cell} {...place} />
          }
          if (shown.kind === 'total') {
            const total = totals[shown.index]
            return (
              total && (
                <TotalCell
                  key={`total-${shown.period.id}`}
                  total={total}
                  period={shown.period}
                  {...place}
                  editor={focusable === column ? editor : null}
                />
              )
            )
          }
          const cell = cells[shown.index]
          return (
            cell && (
              <ScoreCell
                key={cell.assignment_id}
                cell={cell}
                assignment={shown.assignment}
                {...place}
                lockedBy={locks[start + at]}
                marked={kind !== null && isOfKind(cell, kind)}
                editor={focusable === column ? editor : null}
                history={focusable === column ? history : null}
              />
            )
          )
        })}
        <Gap as="td" columns={columns.length - end} />
      </tr>
    )
  },
)
StudentRow.displayName = 'StudentRow'
