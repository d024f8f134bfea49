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

/** Changes as messages name them. */
export const textsIn = ({ rows, assignments, periods, grading }: Journal) => {
  const nameOf = (studentId: number) => {
    const row = rows.find(({ student }) => student.id === studentId)
    return row ? fullName(row.student) : `${called('студент')}, которого в журнале уже нет`
  }
  /** The student of a change, where the journal has no row of theirs; undefined for any other change. */
  const goneStudentOf = (change: OwnChange) => {
    if ('assignmentId' in change) return undefined
    const id = 'to' in change ? change.student.id : change.student_id
    return rows.some(({ student }) => student.id === id) ? undefined : id
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
    /** Whether the journal still has what a change is about. */
    isHere: (change: OwnChange) => goneStudentOf(change) === undefined,
    /** Several changes in one line. */
    ofAll: (changes: OwnChange[]) => {
      const texts = changes.slice(0, maxNamed).map((change) => ofChange(change))
      return texts.join('; ') + (changes.length > maxNamed ? ` и ещё ${changes.length - maxNamed}` : '')
    },
    /** «2 изменения у студентов, которых в журнале уже нет». */
    ofGone: (changes: OwnChange[]) => {
      const students = new Set(changes.map(goneStudentOf))
      const whose = students.size > 1 ? `${called('студентов')}, которых` : `${called('студента')}, которого`
      return `${counted(changes.length, 'изменение', 'изменения', 'изменений')} у ${whose} в журнале уже нет`
    },
  }
}
