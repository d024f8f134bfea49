import type { CellChange, StudentCell } from '#contract/journal/journal.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { absentMark } from '#contract/journal/score-text.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntries } from '#server/audit/audit.repo.ts'
import type { CourseWithFacts } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { isChangedSince } from '#server/http/is-changed-since.ts'
import { authorize, Refusal } from '#server/http/refusal.ts'
import { type ColumnRecord, listMarks, saveMarks } from '#server/journal/journal-columns.repo.ts'
import { marksByPlace, presentMark } from '#server/journal/present-column.ts'

/** The change of a cell in a column without a hand-in; `index` is its place in the call, `name` is for messages. */
export interface PlacedMark {
  index: number
  change: CellChange
  column: ColumnRecord
  name: string
}

/**
 * Why the absence or the comment of a cell is not changed: it is neither the expected one nor the new one; null when it
 * is.
 */
export const noteConflict = (change: CellChange, now: { absent: boolean; comment: string } | undefined) => {
  const { absent = false, comment = '' } = now ?? {}
  if (isChangedSince(absent, change.expected_absent, change.absent))
    return { field: 'absent' as const, state: absent ? `теперь «${absentMark}»` : `«${absentMark}» уже нет` }
  if (!isChangedSince(comment, change.expected_comment, change.comment)) return null
  return { field: 'comment' as const, state: comment ? `теперь комментарий «${comment}»` : 'комментария уже нет' }
}

const cellsOf = async (db: Db, courseId: number, placed: PlacedMark[]): Promise<StudentCell[]> => {
  const markOf = marksByPlace(await listMarks(db, courseId, null))
  return placed.map(({ column, change: { student_id } }) => ({
    student_id,
    ...presentMark(column.id, markOf(column.id, student_id)),
  }))
}

/**
 * Changes cells of columns without a hand-in, all or none, in as many statements for many as for one. Call it in a
 * transaction that has locked the columns. 403 for the actor's own cell; 409 with the cells as they are when a score, an absence or a comment is
 * not the expected one.
 * Returns the cells in the order of the changes.
 */
export const changeMarks = async (
  tx: Db,
  actor: Actor,
  course: CourseWithFacts,
  placed: PlacedMark[],
  grading: Grading,
): Promise<StudentCell[]> => {
  if (placed.length === 0) return []
  authorize(placed.every(({ change }) => change.student_id !== actor.id))
  const markOf = marksByPlace(await listMarks(tx, course.id, null))
  const known = placed.map((place) => ({ ...place, now: markOf(place.column.id, place.change.student_id) }))
  const conflicts = known.flatMap((place) => {
    const { change, column, now } = place
    const score = now?.score ?? null
    const conflict = isChangedSince(score, change.expected, change.score)
      ? { field: 'score' as const, state: `теперь ${markText(score, column.max_score, grading)}` }
      : noteConflict(change, now)
    return conflict ? [{ ...place, ...conflict }] : []
  })
  const [first] = conflicts
  if (first) {
    const more = conflicts.length > 1 ? ` и ещё ${conflicts.length - 1}` : ''
    throw new Refusal('conflict', {
      detail: `Пока вы заполняли журнал, в нём кое-что изменилось. ${first.name}: ${first.state}${more}. Ничего не записано.`,
      fields: Object.fromEntries(conflicts.map(({ index, field, state }) => [`cells.${index}.${field}`, [state]])),
      members: { cells: await cellsOf(tx, course.id, conflicts) },
    })
  }
  await saveMarks(
    tx,
    actor.id,
    known.map(({ change, column, now }) => ({
      column_id: column.id,
      student_id: change.student_id,
      score: change.score === undefined ? (now?.score ?? null) : change.score,
      absent: change.absent ?? now?.absent ?? false,
      comment: change.comment ?? now?.comment ?? '',
    })),
  )
  await addAuditEntries(
    tx,
    known.flatMap(({ change: { student_id, score }, now }) => {
      const before = now?.score ?? null
      if (score === undefined || score === before) return []
      const object = { kind: 'user' as const, id: student_id }
      return [{ actor, kind: 'score' as const, object, before: { score: before }, after: { score } }]
    }),
  )
  await addCourseEvent(tx, course.id)
  return cellsOf(tx, course.id, placed)
}
