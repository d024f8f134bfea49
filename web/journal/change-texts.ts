import type { Journal } from '#contract/journal/journal.schema.ts'
import { markText } from '#contract/journal/scales.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { totalText } from '#contract/journal/totals.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import type { OwnCellChange, OwnChange, SetTotal, SetWeight } from '#web/journal/pending-changes.ts'

export const countedCells = (count: number) => counted(count, 'клетка', 'клетки', 'клеток')
export const countedTotals = (count: number) => counted(count, 'итог', 'итога', 'итогов')

/** A message names that many. */
const maxNamed = 4

/** Changes as messages name them. */
export const textsIn = ({ rows, assignments, periods, grading }: Journal) => {
  const nameOf = (studentId: number) => {
    const row = rows.find(({ student }) => student.id === studentId)
    return row ? fullName(row.student) : ''
  }
  /** «Анна Белова: 7». */
  const ofCell = ({ student_id, assignment_id, score, absent, comment }: OwnCellChange) => {
    const max = assignments.find(({ id }) => id === assignment_id)?.max_score ?? null
    const mark = absent ? absentMark : score === undefined ? `без «${absentMark}»` : markText(score, max, grading)
    return `${nameOf(student_id)}: ${comment === undefined ? mark : 'комментарий'}`
  }
  /** «Анна Белова, 1 четверть: 5». */
  const ofTotal = ({ student, periodId, to }: SetTotal) => {
    const period = periods.find(({ id }) => id === periodId)?.name ?? 'итог'
    return `${nameOf(student.id)}, ${period}: ${totalText(to, grading)}`
  }
  const ofWeight = ({ lesson, to }: SetWeight) => `вес «${lesson}»: ${scoreText(to)}`
  const ofChange = (change: OwnChange) => {
    if ('assignmentId' in change) return ofWeight(change)
    return 'to' in change ? ofTotal(change) : ofCell(change)
  }
  return {
    ofCell,
    ofTotal,
    ofWeight,
    /** Several changes in one line. */
    ofAll: (changes: OwnChange[]) => {
      const texts = changes.slice(0, maxNamed).map((change) => ofChange(change))
      return texts.join('; ') + (changes.length > maxNamed ? ` и ещё ${changes.length - maxNamed}` : '')
    },
  }
}
