import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Journal, JournalAssignment, JournalRow } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { readMark } from '#contract/journal/scales.ts'
import { absentMark } from '#contract/journal/score-text.ts'
import { totalGrading, totalMax } from '#contract/journal/totals.ts'
import { maxScore, maxWeight } from '#contract/lessons/max-score.ts'
import { fullName } from '#contract/users/names.ts'
import { type After, CellEditor } from '#web/journal/CellEditor.tsx'
import { GradingContext } from '#web/journal/grading.ts'
import {
  firstCell,
  type GridCell,
  gridCellAt,
  headRow,
  moveBy,
  type Place,
  placeNow,
  placeOf,
  samePlace,
  within,
} from '#web/journal/grid-places.ts'
import { JournalHead } from '#web/journal/JournalHead.tsx'
import classes from '#web/journal/JournalTable.module.css'
import { type CellKind, canScore, isOfTeam } from '#web/journal/journal-filter.ts'
import { readBlock } from '#web/journal/pasted-block.ts'
import { refusalText } from '#web/journal/refusal-text.ts'
import { deskAddress } from '#web/journal/ScoreCell.tsx'
import { ScoreHistory } from '#web/journal/ScoreHistory.tsx'
import { StudentRow } from '#web/journal/StudentRow.tsx'
import { isUndoKey } from '#web/journal/take-back.ts'
import { lockOf, useColumns } from '#web/journal/use-columns.ts'
import { useHeadShift } from '#web/journal/use-head-shift.ts'
import type { useMarks } from '#web/journal/use-marks.ts'
import { columnWidth, including, rowHeight, useColumnWindow, useRowWindow } from '#web/journal/use-window.ts'
import { Box } from '#web/ui/layout.tsx'
import { toast, useMessagesBelow } from '#web/ui/toasts.ts'

/** A cell and what it is open for; `typed` is the sign that began it. */
export type OpenedCell = GridCell & ({ for: 'edit'; typed?: string } | { for: 'history' })

/** The table of a course: arrows move in it, Enter, a digit or «н» edits, H shows the history, O opens the task. */
export const JournalTable = ({
  journal,
  marks,
  rows,
  kind,
  period,
  opened,
  setOpened,
  onColumn,
  onPeriod,
}: {
  journal: Journal
  marks: ReturnType<typeof useMarks>
  rows: JournalRow[]
  /** Only its columns; all of them without one. */
  period: JournalPeriod | undefined
  kind: CellKind | null
  /** The cell that is open; its row is to stay in `rows`, its column stays in the table. */
  opened: OpenedCell | null
  setOpened: (opened: OpenedCell | null) => void
  /** Opens the form of a column without a hand-in. */
  onColumn: (column: JournalAssignment | null) => void
  /** Shows a period and its rule. */
  onPeriod: (periodId: number) => void
}) => {
  const { course, assignments } = journal
  const { columns, locks } = useColumns(journal, period, opened?.columnKey ?? null)
  const last: Place = { row: rows.length - 1, column: columns.length + firstCell - 1 }
  const frame = useRef<HTMLDivElement>(null)
  const grid = { rows, columns }
  const [held, setHeld] = useState<GridCell>(() => gridCellAt({ row: 0, column: firstCell }, grid))
  const { setWeight, setTotals, changeCells, changeComment } = marks
  const active = placeNow(held, grid) ?? within(held.place, last)
  const openedAt = opened && placeNow(opened, grid)
  const isGone = opened !== null && openedAt === null
  useEffect(() => {
    if (isGone) setOpened(null)
  }, [isGone, setOpened])
  useHeadShift(frame)
  useMessagesBelow()
  const rowsInSight = useRowWindow(frame, rows.length)
  const inSight = useColumnWindow(frame, columns.length)
  const { start, end } = including(rowsInSight, openedAt?.row)
  const drawn = including(inSight, openedAt && openedAt.column - firstCell)
  // a place that was scrolled out of sight is not drawn: the Tab key reaches the nearest that is
  const tabStop: Place = {
    row: active.row === headRow ? headRow : Math.min(Math.max(active.row, start), end - 1),
    column:
      active.column < firstCell
        ? active.column
        : Math.min(Math.max(active.column, drawn.start + firstCell), drawn.end - 1 + firstCell),
  }

  /** The assignment of a column; undefined for the others. */
  const assignmentAt = ({ column }: Place) => {
    const shown = columns[column - firstCell]
    return shown?.kind === 'assignment' ? shown.assignment : undefined
  }
  /** The cell of a task; undefined elsewhere. */
  const cellAt = ({ row, column }: Place) => {
    const shown = columns[column - firstCell]
    return shown?.kind === 'assignment' ? rows[row]?.cells[shown.index] : undefined
  }
  /** A total with its period; undefined elsewhere, and in the head without the total. */
  const totalAt = ({ row, column }: Place) => {
    const shown = columns[column - firstCell]
    return shown?.kind === 'total' ? { period: shown.period, total: rows[row]?.totals[shown.index] } : undefined
  }
  /** The closed period that a place is in, or whose head it is: its dialog says why nothing changes there. */
  const explainedBy = (place: Place) => {
    const shown = columns[place.column - firstCell]
    if (!shown || shown.kind === 'quiz') return
    if (shown.kind === 'total') return place.row === headRow || shown.period.locked ? shown.period : undefined
    return lockOf(shown, journal.periods)
  }
  const mayEdit = (place: Place) => {
    const total = totalAt(place)
    if (total) return place.row !== headRow && !total.period.locked
    const [cell, assignment] = [cellAt(place), assignmentAt(place)]
    if (place.row === headRow) return assignment !== undefined
    return cell !== undefined && assignment !== undefined && canScore(cell, assignment) && !explainedBy(place)
  }

  const focus = (place: Place) => {
    const table = frame.current
    // far away in a long table: its row has to be drawn first
    if (table && place.row !== headRow && (place.row < rowsInSight.start || place.row >= rowsInSight.end)) {
      table.scrollTop = place.row * rowHeight
      table.dispatchEvent(new Event('scroll'))
    }
    // the same of a column; the names, which are always in sight, are the beginning of the table
    const column = place.column - firstCell
    if (table && (column < inSight.start || column >= inSight.end)) {
      table.scrollLeft = Math.max(column, 0) * columnWidth(table)
      table.dispatchEvent(new Event('scroll'))
    }
    flushSync(() => {
      setHeld(gridCellAt(place, grid))
      setOpened(null)
    })
    // the row that was edited may have left by this: the cell is where it is by now
    table?.querySelector<HTMLElement>('[data-place][tabindex="0"]')?.focus()
  }

  /** The next cell of the row, in this direction, that can be edited. */
  const besides = (place: Place, step: 1 | -1): Place | null => {
    for (let column = place.column + step; column >= firstCell && column <= last.column; column += step) {
      if (mayEdit({ ...place, column })) return { ...place, column }
    }
    return null
  }

  const leave = (place: Place, after: After) => {
    if (after === 'away') return setOpened(null)
    const next = after === 'next' || after === 'previous' ? besides(place, after === 'next' ? 1 : -1) : null
    if (next) {
      setHeld(gridCellAt(next, grid))
      setOpened({ ...gridCellAt(next, grid), for: 'edit' })
    } else focus(after === 'down' ? within({ ...place, row: place.row + 1 }, last) : place)
  }

  const open = (place: Place, act: 'edit' | 'history', typed?: string) => {
    const cell = cellAt(place)
    const period = act === 'edit' && explainedBy(place)
    if (period) return onPeriod(period.id)
    if (act === 'edit' ? !mayEdit(place) : !cell || !(cell.changes || mayEdit(place))) return
    const cellHere = gridCellAt(place, grid)
    setHeld(cellHere)
    setOpened({ ...cellHere, for: act, ...(typed === undefined ? {} : { typed }) })
  }

  const clear = (place: Place) => {
    const period = explainedBy(place)
    if (period) return onPeriod(period.id)
    const [row, cell, at] = [rows[place.row], cellAt(place), totalAt(place)]
    if (row && at?.total && mayEdit(place))
      setTotals([{ periodId: at.period.id, student: row.student, from: at.total.score, to: null }])
    if (row && cell && mayEdit(place)) marks.clear(row.student, cell)
  }

  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.target as Element)
    if (!place || place.row === headRow || (event.target as Element).matches('input')) return
    event.preventDefault()
    const { cells, totals, refused } = readBlock(event.clipboardData.getData('text/plain'), {
      rows: rows.slice(place.row),
      // names and averages are no cells: a place before the first one would count from the end
      columns: place.column < firstCell ? [] : columns.slice(place.column - firstCell),
      isShared: (cell) => isOfTeam(cell, journal.rows),
      read: (text, { max_score: max }, current) =>
        readMark(text, { max, limit: max ?? maxScore, current }, journal.grading),
      readTotal: (text, current) =>
        readMark(text, { max: totalMax, limit: totalMax, current }, totalGrading(journal.grading)),
    })
    if (refused.length > 0) {
      toast({
        severity: 'error',
        summary: 'Ничего не вставлено',
        detail: refusalText(refused, journal.grading.scale),
        // what was changed before may only now be saved, and says so in its own message
        key: 'journal-paste',
      })
    } else {
      if (cells.length > 0) changeCells(cells)
      setTotals(
        totals.map(({ student, total, score }) => ({
          periodId: total.period_id,
          student,
          from: total.score,
          to: score,
        })),
      )
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target as Element)
    if (!place || event.altKey) return
    const ctrl = event.ctrlKey || event.metaKey
    const goal = moveBy(event.key, ctrl, place, last)
    const taskId = cellAt(place)?.task_id
    if (goal) focus(goal)
    else if (isUndoKey(event)) {
      // held down, it would take back all of them
      if (!event.repeat) marks.takeBackLast()
    } else if (ctrl) return
    else if (event.key === 'Enter' || event.key === 'F2') {
      // a link or a button of the cell is pressed by the same key
      if (event.target !== event.currentTarget && (event.target as Element).matches('a, button')) return
      if (place.column === 0) (event.target as Element).querySelector('a')?.click()
      else open(place, 'edit')
    } else if (/^\d$/.test(event.key)) open(place, 'edit', event.key)
    else if (journal.grading.scale === 'pass' && /^[зp]$/i.test(event.key) && place.row !== headRow)
      open(place, 'edit', 'з')
    else if (event.key.toLowerCase() === absentMark && place.row !== headRow) open(place, 'edit', absentMark)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && place.row !== headRow) clear(place)
    else if (event.code === 'KeyH') open(place, 'history')
    else if (event.code === 'KeyO' && (taskId || place.row === headRow))
      frame.current
        ?.querySelector(`[data-place="${place.row}:${place.column}"]`)
        ?.querySelector<HTMLElement>(taskId ? `a[href="${deskAddress(taskId)}"]` : 'a, [data-act="column"]')
        ?.click()
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const place = placeOf(target)
    if (!place || target.closest('input')) return
    const act = target.closest<HTMLElement>('[data-act]')?.dataset.act
    if (act === 'column') onColumn(assignmentAt(place) ?? null)
    else if (act === 'period') onPeriod(totalAt(place)?.period.id ?? 0)
    else if (act === 'edit' || act === 'history') open(place, act)
    else setHeld(gridCellAt(place, grid))
  }

  const editorAt = (place: Place) => {
    if (opened?.for !== 'edit' || !openedAt || !samePlace(openedAt, place)) return null
    const common = { typed: opened.typed, onLeave: (after: After) => leave(place, after) }
    const [at, of] = [totalAt(place), rows[place.row]]
    if (at?.total && of) {
      const { score, proposed } = at.total
      return (
        <GradingContext value={totalGrading(journal.grading)}>
          <CellEditor
            key={`${of.student.id}:total-${at.period.id}`}
            {...common}
            label={`Итог: ${fullName(of.student)}, ${at.period.name}`}
            value={score}
            offered={proposed}
            max={totalMax}
            mark={{ max: totalMax }}
            mayBeEmpty
            onKeep={(to, from) => {
              const isProposed = to !== null && to === proposed
              setTotals([{ periodId: at.period.id, student: of.student, from, to, isProposed }])
            }}
          />
        </GradingContext>
      )
    }
    const assignment = assignmentAt(place)
    if (!assignment) return null
    if (place.row === headRow)
      return (
        <CellEditor
          key={`${assignment.id}`}
          {...common}
          label={`Вес: ${assignment.lesson.name}`}
          value={assignment.weight}
          max={maxWeight}
          onKeep={(weight) => weight !== null && setWeight(assignment, weight)}
        />
      )
    const row = rows[place.row]
    const cell = cellAt(place)
    if (!row || !cell) return null
    return (
      <CellEditor
        key={`${row.student.id}:${assignment.id}`}
        {...common}
        label={`Оценка: ${fullName(row.student)}, ${assignment.lesson.name}`}
        value={cell.score}
        max={assignment.max_score ?? maxScore}
        mark={{ max: assignment.max_score }}
        mayBeEmpty
        onKeep={(score, before) => marks.typeScore(row.student, assignment, cell, score, before)}
        onAbsent={(before) => marks.setAbsent(row.student, cell, before)}
      />
    )
  }

  const historyAt = (place: Place) => {
    const [row, cell, assignment] = [rows[place.row], cellAt(place), assignmentAt(place)]
    if (opened?.for !== 'history' || !openedAt || !samePlace(openedAt, place)) return null
    if (!row || !assignment || !cell) return null
    return (
      <ScoreHistory
        student={row.student}
        assignment={assignment}
        cell={cell}
        limit={assignment.max_score ?? maxScore}
        {...(mayEdit(place) ? { onKeep: (...kept) => marks.explainScore(row.student, assignment, cell, kept) } : {})}
        onSame={() => marks.keepMark(row.student, cell)}
        onComment={(comment, before) => changeComment(row.student, { ...cell, comment: before }, comment)}
        onClose={() => focus(place)}
      />
    )
  }

  return (
    <Box ground="surface" round="m" edge="line" shadow="card" className={classes.frame} ref={frame}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked and edited
        role="grid"
        aria-label={`Журнал: ${course.name}`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + firstCell}
        aria-describedby="journal-keys"
        style={{ '--columns': columns.length } as CSSProperties}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPaste={onPaste}
      >
        <thead>
          <JournalHead columns={columns} locks={locks} shown={drawn} tabStop={tabStop} editorAt={editorAt} />
        </thead>
        <tbody>
          {start > 0 && <tr style={{ height: start * rowHeight }} />}
          {rows.slice(start, end).map((row, at) => {
            const index = start + at
            const here = tabStop.row === index
            return (
              <StudentRow
                key={row.student.id}
                row={row}
                assignments={assignments}
                allQuizzes={journal.quizzes}
                columns={columns}
                locks={locks}
                {...drawn}
                index={index}
                focusable={here ? tabStop.column : null}
                kind={kind}
                editor={here ? editorAt(tabStop) : null}
                history={here ? historyAt(tabStop) : null}
              />
            )
          })}
          {end < rows.length && <tr style={{ height: (rows.length - end) * rowHeight }} />}
        </tbody>
      </table>
    </Box>
  )
}
