import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { fullName } from '#contract/users/names.ts'
import { reportError } from '#web/app/report-error.ts'
import {
  type CellPlace,
  type SetScore,
  type SetWeight,
  useSetScore,
  useSetWeight,
} from '#web/journal/change-journal.ts'
import { toast } from '#web/ui/toasts.ts'

/** Says what has changed, with a way back; the next change takes the place of the message. */
const tell = (summary: string, detail: string, undo?: () => void) =>
  toast({
    severity: 'success',
    summary,
    detail,
    key: 'journal',
    ...(undo ? { action: { label: 'Отменить', onClick: undo } } : {}),
  })

/** The student and the lesson of a cell's task, whether or not it exists. */
export const placeOfCell = (
  student: { id: number },
  { lesson }: Pick<JournalAssignment, 'lesson'>,
  { task_id, assignment_id }: JournalCell,
): CellPlace => ({ taskId: task_id, studentId: student.id, assignmentId: assignment_id, lessonId: lesson.id })

/** Changes of scores and weights: each shows at once, says so, and can be taken back. */
export const useJournalEdits = (courseId: number) => {
  const score = useSetScore(courseId, {
    onSaved: ({ isUndo, ...change }: SetScore) => {
      const { from, to, student, lesson } = change
      const summary = `${student}: ${scoreText(from)}\u00a0→\u00a0${scoreText(to)}`
      tell(
        summary,
        lesson,
        isUndo ? undefined : () => score.mutate({ ...change, from: to, to: from, reason: '', isUndo: true }),
      )
    },
    onRefused: (error) => reportError(error, 'Оценка не сохранена'),
  })
  const weight = useSetWeight(courseId, {
    onSaved: (change: SetWeight) => {
      const { from, to, lesson } = change
      tell(`Вес: ${scoreText(from)} → ${scoreText(to)}`, lesson, () => weight.mutate({ ...change, from: to, to: from }))
    },
    onRefused: (error) => reportError(error, 'Вес не сохранён'),
  })
  return {
    /** Sets the score of a cell, and says why. */
    setScore: (
      student: { id: number; name: string; surname: string },
      assignment: JournalAssignment,
      cell: JournalCell,
      to: number | null,
      reason = '',
    ) =>
      score.mutate({
        ...placeOfCell(student, assignment, cell),
        from: cell.score,
        to,
        reason,
        isUndo: false,
        student: fullName(student),
        lesson: assignment.lesson.name,
      }),
    /** Sets how much an assignment counts. */
    setWeight: ({ id: assignmentId, weight: from, lesson }: JournalAssignment, to: number) =>
      weight.mutate({ assignmentId, from, to, lesson: lesson.name }),
  }
}
