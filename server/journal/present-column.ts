import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import type { ColumnRecord, MarkRecord } from '#server/journal/journal-columns.repo.ts'

/** A column without a hand-in, in the shape of an assignment. */
export const presentColumn = ({ id, name, held_on, max_score, weight }: ColumnRecord): JournalAssignment => ({
  id,
  lesson: { id: null, name },
  held_on,
  day: held_on,
  weight,
  max_score,
  open: true,
  deleted_at: null,
  due_at: null,
})

type Mark = Pick<MarkRecord, 'column_id' | 'student_id' | 'score' | 'absent' | 'comment' | 'changes'>

/** Finds marks by column and student. */
export const marksByPlace = (marks: Mark[]) => {
  const found = new Map(marks.map((mark) => [`${mark.column_id}:${mark.student_id}`, mark]))
  return (columnId: number, studentId: number) => found.get(`${columnId}:${studentId}`)
}

/** The cell of a student in such a column: there is nothing to hand in, so nothing is overdue. */
export const presentMark = (columnId: number, mark: Mark | undefined): JournalCell => ({
  assignment_id: columnId,
  task_id: null,
  status: null,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue: false,
  score: mark?.score ?? null,
  changes: mark?.changes ?? 0,
  absent: mark?.absent ?? false,
  comment: mark?.comment ?? '',
})
