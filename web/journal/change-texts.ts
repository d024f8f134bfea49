import type { Journal } from '#contract/journal/journal.schema.ts'
import { markText } from '#contract/journal/scales.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { totalText } from '#contract/journal/totals.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { OwnCellChange, OwnChange, SetTotal, SetWeight } from '#web/journal/pending-changes.ts'

export const countedCells = (count: number) => counted(count, 'клетка', 'клетки', 'клеток')
export const countedTotals = (count: number) => counted(count, 'итог', 'итога', 'итогов')

/** A message names that many. */
const maxNamed = 4

/** The same where their person may have made them long ago, or cannot see them any more. */
const maxNamedInFull = 10

/** Changes as messages name them. */
export const textsIn = ({ rows, assignments, periods, grading }: Journal) => {
  const nameOf = (studentId: number) => {
    const row = rows.find(({ student }) => student.id === studentId)
    return row ? fullName(row.student) : `${called('студент')} (уже не в журнале)`
  }
  /** What a change is about that the journal no longer has, a student first; null where it has all of it. */
  const goneOf = (change: OwnChange) => {
    const isTotal = 'to' in change && 'student' in change
    const studentId = isTotal ? change.student.id : 'student_id' in change ? change.student_id : null
    if (studentId !== null && rows.every(({ student }) => student.id !== studentId)) return `student ${studentId}`
    if (isTotal) return periods.some(({ id }) => id === change.periodId) ? null : `period ${change.periodId}`
    const columnId = 'to' in change ? change.assignmentId : change.assignment_id
    return assignments.some(({ id }) => id === columnId) ? null : `column ${columnId}`
  }
  /** «Анна Белова: 7», or with its column: «Анна Белова, «Ответ»: 7». */
  const ofCell = ({ student_id, assignment_id, score, absent, comment }: OwnCellChange, withColumn = false) => {
    const column = assignments.find(({ id }) => id === assignment_id)
    const mark = absent
      ? absentMark
      : score === undefined
        ? `без «${absentMark}»`
        : markText(score, column?.max_score ?? null, grading)
    const name = `${nameOf(student_id)}${withColumn && column ? `, «${column.lesson.name}»` : ''}`
    return `${name}: ${comment === undefined ? mark : 'комментарий'}`
  }
  /** «Анна Белова, 1 четверть: 5». */
  const ofTotal = ({ student, periodId, to }: SetTotal) => {
    const period = periods.find(({ id }) => id === periodId)?.name ?? 'итог'
    return `${nameOf(student.id)}, ${period}: ${totalText(to, grading)}`
  }
  const ofWeight = ({ lesson, to }: SetWeight) => `вес «${lesson}»: ${scoreText(to)}`
  const ofChange = (change: OwnChange, withColumn: boolean) => {
    if ('assignmentId' in change) return ofWeight(change)
    return 'to' in change ? ofTotal(change) : ofCell(change, withColumn)
  }
  return {
    ofCell: (change: OwnCellChange) => ofCell(change),
    ofTotal,
    ofWeight,
    goneOf,
    /**
     * Several changes in one line; `withColumns` where they were made long ago, or are not shown any more: then more of
     * them are listed as well.
     */
    ofAll: (changes: OwnChange[], { withColumns = false } = {}) => {
      const max = withColumns ? maxNamedInFull : maxNamed
      const texts = changes.slice(0, max).map((change) => ofChange(change, withColumns))
      return texts.join('; ') + (changes.length > max ? ` и ещё ${changes.length - max}` : '')
    },
  }
}
