import type { CellChange, Journal, JournalCell } from '#contract/journal/journal.schema.ts'
import { isOfTeam } from '#web/journal/journal-filter.ts'
import { cellIn, type OwnCellChange, type OwnChange, partOf, type SetTotal } from '#web/journal/pending-changes.ts'

/** What changes in a cell. */
export type CellValues = Pick<CellChange, 'score' | 'absent' | 'comment'>

/** Whether a cell has these values. */
export const hasValues = (cell: JournalCell | undefined, change: CellValues) =>
  cell !== undefined &&
  (['score', 'absent', 'comment'] as const).every(
    (field) => change[field] === undefined || change[field] === cell[field],
  )

/** The change that takes another one back; what the cell was is what that one expected. */
export const changeBack = (change: OwnCellChange): OwnCellChange => {
  const { assignment_id, student_id, score, absent, comment } = change
  const { expected, expected_comment, expected_absent, was_absent } = change
  return {
    assignment_id,
    student_id,
    ...(score !== undefined && { score: expected ?? null, expected: score }),
    ...(absent !== undefined && {
      absent: was_absent ?? false,
      was_absent: absent,
      ...(expected_absent !== undefined && { expected_absent: absent }),
    }),
    ...(comment !== undefined && { comment: expected_comment ?? '', expected_comment: comment }),
  }
}

/** A field of a change with a value that it sets. */
export type Field = 'score' | 'absent' | 'comment' | 'to'

/** A value that a change sets, and the place that it is kept under. */
interface Part {
  field: Field
  place: string
}

/** The place of a total, and of how much an assignment counts. */
export const placeOfTotal = (courseId: number, { student, periodId }: Pick<SetTotal, 'student' | 'periodId'>) =>
  `to total ${courseId}:${student.id}:${periodId}`
export const placeOfWeight = (assignmentId: number) => `to weight ${assignmentId}`

/**
 * The places of what changes of cells set: each value of a cell has one, and the score of a team one for all its
 * students, since it may be typed again in the row of another of them.
 */
export const placesIn = (journal: Journal) => {
  const placeOf = (field: Field, change: CellChange) => {
    const taskId = field === 'score' ? (cellIn(journal, change)?.task_id ?? null) : null
    const isShared = taskId !== null && isOfTeam({ task_id: taskId }, journal.rows)
    return isShared ? `score of ${taskId}` : `${field} ${change.student_id}:${change.assignment_id}`
  }
  const partsOf = (change: OwnChange): Part[] => {
    if ('assignmentId' in change) return [{ field: 'to', place: placeOfWeight(change.assignmentId) }]
    if ('to' in change) return [{ field: 'to', place: placeOfTotal(journal.course.id, change) }]
    const { score, absent, was_absent, absence_unsure } = change
    // a score that is typed where nobody was absent is about the score alone
    const isIdle = score !== undefined && absent === was_absent && !absence_unsure
    return (['score', 'absent', 'comment'] as const).flatMap((field): Part[] =>
      change[field] === undefined || (field === 'absent' && isIdle) ? [] : [{ field, place: placeOf(field, change) }],
    )
  }
  const of = (change: OwnChange) => partsOf(change).map(({ place }) => place)
  /** Where a score is kept by itself: of a team, where those of its students were before anybody knew of their task. */
  const ownPlacesOf = (change: CellChange) => {
    const taskId = cellIn(journal, change)?.task_id ?? null
    const shared =
      taskId === null ? [] : journal.rows.filter(({ cells }) => cells.some((cell) => cell.task_id === taskId))
    const students = shared.length > 0 ? shared.map(({ student }) => student.id) : [change.student_id]
    return students.map((id) => `score ${id}:${change.assignment_id}`)
  }
  return {
    of,
    ofAbsence: (change: CellChange) => placeOf('absent', change),
    fieldOf: (place: string) => place.split(' ')[0] as Field,
    /** The place of what it sets but for an absence; undefined for an absence alone. */
    ofValue: (change: OwnChange) => partsOf(change).find(({ field }) => field !== 'absent')?.place,
    /**
     * What a change takes the place of when it is made: a mark is a score or an absence. An absence leaves a team its
     * score.
     */
    takenBy: (change: OwnChange) => {
      if ('to' in change) return of(change)
      return [
        ...of(change),
        ...(change.score === undefined ? [] : [...ownPlacesOf(change), placeOf('absent', change)]),
        ...(change.absent ? [`score ${change.student_id}:${change.assignment_id}`] : []),
      ]
    },
    /** What changes set at these places. */
    pick: <Change extends OwnChange>(changes: Change[], isPicked: (place: string) => boolean) =>
      changes.flatMap((change): Change[] => {
        const parts = partsOf(change)
        const picked = parts.filter(({ place }) => isPicked(place)).map(({ field }) => field)
        if (picked.length === parts.length) return [change]
        if (picked.length === 0 || 'to' in change) return []
        const {
          score,
          expected,
          absent,
          was_absent,
          absence_unsure,
          expected_absent,
          comment,
          expected_comment,
          ...place
        } = change as OwnCellChange
        const part = {
          ...place,
          ...(picked.includes('score') && { score, expected }),
          ...(picked.includes('absent') && {
            absent,
            was_absent,
            ...(absence_unsure && { absence_unsure }),
            ...(expected_absent !== undefined && { expected_absent }),
          }),
          ...(picked.includes('comment') && { comment, expected_comment }),
        }
        return [partOf(change, part as OwnCellChange) as Change]
      }),
  }
}
