import { memo, type ReactNode } from 'react'
import type { JournalAssignment, JournalRow } from '#contract/journal/journal.schema.ts'
import { scoreWords } from '#contract/journal/score-words.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { firstCell } from '#web/journal/grid-places.ts'
import classes from '#web/journal/JournalTable.module.css'
import { type CellKind, isOfKind } from '#web/journal/journal-filter.ts'
import { ScoreCell } from '#web/journal/ScoreCell.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'

/** A student with all their works. Memoised: moving about the table draws only the rows one leaves and enters. */
export const StudentRow = memo(
  ({
    row: { student, average, cells },
    assignments,
    index,
    focusable,
    kind,
    editor,
    history,
  }: {
    row: JournalRow
    assignments: JournalAssignment[]
    index: number
    /** The column whose cell the Tab key reaches; null in every other row. */
    focusable: number | null
    kind: CellKind | null
    /** What stands in the focusable cell instead of its score. */
    editor: ReactNode
    /** The same instead of the button of its history. */
    history: ReactNode
  }) => (
    <tr aria-rowindex={index + 2}>
      <th scope="row" data-place={`${index}:0`} tabIndex={focusable === 0 ? 0 : -1}>
        <a href={pathTo('users.show', { id: student.id })} tabIndex={-1} className={classes.student}>
          <Avatar person={student} size={28} />
          <span className={classes.studentName}>{fullName(student)}</span>
        </a>
      </th>
      <td data-place={`${index}:1`} tabIndex={focusable === 1 ? 0 : -1} className={classes.average}>
        {average === null ? <span className={classes.none}>—</span> : `${scoreWords(average)} %`}
      </td>
      {assignments.map(({ id, max_score }, at) => {
        const cell = cells[at]
        const column = at + firstCell
        return (
          cell && (
            <ScoreCell
              key={id}
              cell={cell}
              max={max_score}
              place={`${index}:${column}`}
              focusable={focusable === column}
              marked={kind !== null && isOfKind(cell, kind)}
              editor={focusable === column ? editor : null}
              history={focusable === column ? history : null}
            />
          )
        )
      })}
    </tr>
  ),
)
StudentRow.displayName = 'StudentRow'
