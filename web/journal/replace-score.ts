import type { CellChange, StudentCell } from '#contract/journal/journal.schema.ts'
import type { StudentTotal } from '#contract/journal/periods.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { confirm } from '#web/ui/confirm.ts'

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

/** The score of a task as it is by now, after a change of it was refused for that; undefined for any other failure. */
export const scoreNow = (error: unknown) =>
  isConflict(error) ? ((error as ApiError).members.score as number | null | undefined) : undefined

/** The same of the comment of a cell, after a change of that cell alone. */
export const commentNow = (error: unknown) => {
  const isOther = isConflict(error) && (error as ApiError).fields['cells.0.comment'] !== undefined
  return isOther ? ((error as ApiError).members.cells as StudentCell[])[0]?.comment : undefined
}

const placeOf = ({ student_id, assignment_id }: { student_id: number; assignment_id: number }) =>
  `${student_id}:${assignment_id}`

/**
 * The changes that replace scores which others have set in the meantime, and what takes these back; null when cells
 * were refused for anything else as well: they would be refused again.
 */
export const replacing = (error: unknown, sent: CellChange[], undo: CellChange[]) => {
  if (!isConflict(error)) return null
  const cells = ((error as ApiError).members.cells ?? []) as StudentCell[]
  const nowAt = new Map(cells.map((cell) => [placeOf(cell), cell.score]))
  const isOther = (change: CellChange) =>
    change.expected !== undefined && nowAt.get(placeOf(change)) !== change.expected
  const refused = sent.filter((change) => nowAt.has(placeOf(change)))
  if (refused.length === 0 || !refused.every(isOther)) return null
  const nowOf = (change: CellChange) => nowAt.get(placeOf(change))
  return {
    changes: sent.map((change) => (nowAt.has(placeOf(change)) ? { ...change, expected: nowOf(change) } : change)),
    undo: undo.map((change) => (nowAt.has(placeOf(change)) ? { ...change, score: nowOf(change) } : change)),
  }
}

/** The totals as they are by now, after a change of them was refused for that; none for any other failure. */
export const totalsNow = (error: unknown) =>
  isConflict(error) ? (((error as ApiError).members.totals ?? []) as StudentTotal[]) : []

/** Asks whether a score replaces the one that somebody else has set in the meantime. */
export const askToReplace = async (
  error: unknown,
  typed: { student: string; lesson: string; max: number | null; to: number | null; now: number | null },
  grading: Grading,
  replace: () => void,
) => {
  const text = (score: number | null) => markText(score, typed.max, grading)
  const accepted = await confirm({
    title: 'Оценка уже другая',
    text: `${typed.student}, «${typed.lesson}». ${describeError(error).detail}`,
    accept: typed.to === null ? 'Убрать оценку' : `Поставить ${text(typed.to)}`,
    reject: typed.now === null ? 'Оставить без оценки' : `Оставить ${text(typed.now)}`,
    danger: true,
  })
  if (accepted) replace()
}

/** The same of several cells, or of totals. */
export const askToReplaceAll = async (error: unknown, replace: () => void, title = 'Оценки уже другие') => {
  const accepted = await confirm({
    title,
    text: describeError(error).detail,
    accept: 'Записать мои',
    reject: 'Оставить как есть',
    danger: true,
  })
  if (accepted) replace()
}
