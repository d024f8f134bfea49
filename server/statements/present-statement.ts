import { schoolDay } from '#contract/dates.ts'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { columnsByPeriod, type TableColumn } from '#contract/journal/journal-columns.ts'
import { markText } from '#contract/journal/scales.ts'
import { totalText } from '#contract/journal/totals.ts'
import type { StatementCourse, StatementLine, StatementMark } from '#contract/statements/statements.schema.ts'
import { isUnanswered } from '#contract/statements/unanswered.ts'
import type { TakenCourseRecord } from '#server/statements/statements.repo.ts'

/** The score as the course shows it, with what it is out of where those are points. */
const markOf = (score: number | null, max: number | null, { grading }: Journal) => ({
  mark: score === null ? null : markText(score, max, grading),
  out_of: grading.scale === 'points' ? max : null,
})

/** What the journal has of its only row in a column; null for a total that nothing is known of. */
const lineOf = (journal: Journal, column: TableColumn): StatementLine | null => {
  const { cells = [], quizzes = [], totals = [] } = journal.rows[0] ?? {}
  if (column.kind === 'total') {
    const { score = null, proposed = null } = totals[column.index] ?? {}
    // what changes after a period was closed changes no total
    const shown = score ?? (column.period.locked ? null : proposed)
    if (shown === null) return null
    const mark = totalText(shown, journal.grading)
    return { kind: 'total', period_id: column.period.id, mark, set: score !== null }
  }
  if (column.kind === 'quiz') {
    const { kind, id, title, lesson, day } = column.quiz
    const { points = null, max_points = null } = quizzes[column.index] ?? {}
    return {
      kind,
      id,
      name: lesson.name,
      quiz: title,
      day,
      ...markOf(points, max_points, journal),
      status: null,
      absent: false,
      missing: false,
    }
  }
  const { id, lesson, held_on, day, max_score } = column.assignment
  const { score = null, status = null, absent = false, overdue = false } = cells[column.index] ?? {}
  return {
    kind: held_on === null ? 'assignment' : 'column',
    id,
    name: lesson.name,
    quiz: null,
    day,
    ...markOf(score, max_score, journal),
    status,
    absent,
    missing: overdue && status === null,
  }
}

/**
 * Marks by their days, as they come between totals, and then what has no date; those of one day stay in the order of the
 * lessons.
 */
const byDays = (lines: StatementLine[]): StatementLine[] => {
  const sorted: StatementLine[] = []
  let run: StatementMark[] = []
  const endRun = () => {
    sorted.push(
      ...run.toSorted((a, b) => Number(isUnanswered(a)) - Number(isUnanswered(b)) || a.day.localeCompare(b.day)),
    )
    run = []
  }
  for (const line of lines) {
    if (line.kind !== 'total') run.push(line)
    else {
      endRun()
      sorted.push(line)
    }
  }
  endRun()
  return sorted
}

const isEmpty = ({ mark, status, absent }: StatementMark) => mark === null && status === null && !absent

/** A course of a statement, from the journal with the row of the student alone. */
export const presentCourse = ({ status, left_at }: TakenCourseRecord, journal: Journal): StatementCourse => {
  const lastDay = schoolDay(left_at ? new Date(left_at) : new Date())
  // what is not due yet, or was asked for after somebody had left, says nothing
  const isStated = (line: StatementLine | null): line is StatementLine =>
    line !== null && (line.kind === 'total' || line.day <= lastDay || !isEmpty(line))
  return {
    ...journal.course,
    archived: status === 'archived',
    left_at,
    average: journal.rows[0]?.average ?? null,
    lines: byDays(
      columnsByPeriod(journal)
        .map((column) => lineOf(journal, column))
        .filter(isStated),
    ),
  }
}
