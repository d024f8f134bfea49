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
    /** Whether the journal still has what a change is about. */
    isHere: (change: OwnChange) => goneStudentOf(change) === undefined,
    /** Several changes in one line; `withColumns` where they were made long ago. */
    ofAll: (changes: OwnChange[], { withColumns = false } = {}) => {
      const texts = changes.slice(0, maxNamed).map((change) => ofChange(change, withColumns))
      return texts.join('; ') + (changes.length > maxNamed ? ` и ещё ${changes.length - maxNamed}` : '')
    },
    /** «2 изменения у студентов, которых в журнале уже нет», and when these can be saved. */
    ofGone: (changes: OwnChange[]) => {
      const isOne = new Set(changes.map(goneStudentOf)).size === 1
      const whose = isOne ? `${called('студента')}, которого` : `${called('студентов')}, которых`
      return {
        what: `${counted(changes.length, 'изменение', 'изменения', 'изменений')} у ${whose} в журнале уже нет`,
        until: `Сохранить это получится, когда ${isOne ? 'его' : 'их'} вернут на курс.`,
      }
    },
  }
}
