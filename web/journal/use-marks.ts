import type { Journal, JournalAssignment, JournalCell, JournalRow } from '#contract/journal/journal.schema.ts'
import { isOfTeam } from '#web/journal/journal-filter.ts'
import { useJournalEdits } from '#web/journal/use-journal-edits.ts'

type Student = Pick<JournalRow['student'], 'id' | 'name' | 'surname'>

/** The edits of a journal, with what a mark that is typed in a cell changes in it. */
export const useMarks = (journal: Journal) => {
  const edits = useJournalEdits(journal)
  const { setScore, keepMark, changeCells, isAbsenceUnsaved } = edits
  return {
    ...edits,
    /** A score takes the place of an absence, also of one that the server may have. `before` is what it was typed over. */
    typeScore: (
      student: Student,
      assignment: JournalAssignment,
      cell: JournalCell,
      score: number | null,
      before: number | null,
    ) => {
      if (score === cell.score) return keepMark(student, cell)
      const begun = { ...cell, score: before }
      if (cell.absent || assignment.held_on !== null || isAbsenceUnsaved(student, cell))
        changeCells([{ student, cell: begun, change: { score, absent: false } }])
      else setScore(student, assignment, begun, score)
    },
    /** A score of the card, which leaves an absence that the cell shows. */
    explainScore: (
      student: Student,
      assignment: JournalAssignment,
      cell: JournalCell,
      [score, reason, before]: [score: number | null, reason: string, before: number | null],
    ) => {
      const begun = { ...cell, score: before }
      const shown = isAbsenceUnsaved(student, cell) && { absent: cell.absent }
      if (assignment.held_on !== null) return changeCells([{ student, cell: begun, change: { score, ...shown } }])
      if (shown) changeCells([{ student, cell, change: shown }])
      setScore(student, assignment, begun, score, reason)
    },
    /** An absence takes the place of the student's own score, also of one that the server may have. */
    setAbsent: (student: Student, cell: JournalCell, before: number | null) => {
      const isShared = isOfTeam(cell, journal.rows)
      if (cell.absent && (isShared || (cell.score === null && before === null)))
        return keepMark(student, cell, isShared)
      changeCells([
        { student, cell: { ...cell, score: before }, change: { absent: true, ...(!isShared && { score: null }) } },
      ])
    },
    clear: (student: Student, cell: JournalCell) => {
      if (cell.score === null && !cell.absent) return keepMark(student, cell)
      changeCells([{ student, cell, change: { score: null, absent: false } }])
    },
  }
}
