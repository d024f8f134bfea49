import type { CellChange, StudentCell, WeightChange } from '#contract/journal/journal.schema.ts'
import type { StudentTotal } from '#contract/journal/periods.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { basesOf, type OwnCellChange, type SetTotal, type SetWeight } from '#web/journal/pending-changes.ts'
import { confirm } from '#web/ui/confirm.ts'

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

/** The score of a task as it is by now, after a change of it was refused for that; undefined for any other failure. */
export const scoreNow = (error: unknown) =>
  isConflict(error) ? ((error as ApiError).members.score as number | null | undefined) : undefined

/** The same of the comment of a cell, after a change of that cell alone. */
export const commentNow = (error: unknown) => {
  const isOther = isConflict(error) && (error as ApiError).fields['cells.0.comment'] !== undefined
  // the field is also named where its period is closed
  return isOther ? ((error as ApiError).members.cells as StudentCell[] | undefined)?.[0]?.comment : undefined
}

const cellNow = (error: unknown, { student_id, assignment_id }: CellChange) => {
  const cells = isConflict(error) ? (((error as ApiError).members.cells ?? []) as StudentCell[]) : []
  return cells.find((cell) => cell.student_id === student_id && cell.assignment_id === assignment_id)
}

/**
 * The score or the comment of a cell as it is by now, after a change of cells was refused for that; undefined for a cell
 * that the refusal is not about.
 */
export const valueNow = (error: unknown, change: CellChange) => {
  const now = cellNow(error, change)
  return change.comment === undefined ? now?.score : now?.comment
}

/** Those of the changes whose score, or comment, is another one by now, or that find an absence. */
const refusedOf = (error: unknown, changes: OwnCellChange[]) =>
  changes.filter(
    (change) =>
      (change.expected !== undefined || change.expected_comment !== undefined) && valueNow(error, change) !== undefined,
  )

/** Whether any of these changes is among those for which cells were not changed. */
export const isRefusedFor = (error: unknown, changes: OwnCellChange[]) => refusedOf(error, changes).length > 0

/**
 * The changes that replace scores which others have set in the meantime; null when cells were refused for anything else
 * as well: they would be refused again.
 */
export const replacing = (error: unknown, changes: OwnCellChange[]) => {
  const refused = refusedOf(error, changes)
  // what the change may replace as it is was refused for another reason
  const isOther = (change: OwnCellChange) => {
    const isAbsenceOther =
      change.expected_absent !== undefined && cellNow(error, change)?.absent !== change.expected_absent
    return change.comment === undefined && (isAbsenceOther || !basesOf(change).includes(valueNow(error, change)))
  }
  if (refused.length === 0 || !refused.every(isOther)) return null
  return changes.map((change): OwnCellChange => {
    const now = refused.includes(change) && cellNow(error, change)
    if (!now) return change
    const { expected_absent, ...other } = change
    return { ...other, expected: now.score, ...(expected_absent !== undefined && { was_absent: now.absent }) }
  })
}

/** The totals as they are by now, after a change of them was refused for that; none for any other failure. */
export const totalsNow = (error: unknown) =>
  isConflict(error) ? (((error as ApiError).members.totals ?? []) as StudentTotal[]) : []

/** The score of one of them; undefined for a total that the refusal is not about. */
export const totalNow = (error: unknown, { student, periodId }: SetTotal) =>
  totalsNow(error).find(({ student_id, period_id }) => student_id === student.id && period_id === periodId)?.score

/** The totals over what they are by now; null when they were refused for anything else. */
export const replacingTotals = (error: unknown, changes: SetTotal[]) => {
  const expecting = (change: SetTotal, from = change.from) => ({ ...change, from })
  const isRefused = changes.some((change) => totalNow(error, change) !== undefined)
  return isRefused ? changes.map((change) => expecting(change, totalNow(error, change))) : null
}

/** A weight as it is by now, after a change of it was refused for that; undefined for any other failure. */
export const weightNow = (error: unknown, { assignmentId }: Pick<SetWeight, 'assignmentId'>) => {
  const weights = isConflict(error) ? (((error as ApiError).members.weights ?? []) as WeightChange[]) : []
  return weights.find(({ assignment_id }) => assignment_id === assignmentId)?.weight
}

/** Asks whether a weight replaces the one that somebody else has set in the meantime. */
export const askToReplaceWeight = async (error: unknown, to: number, now: number, replace: () => void) => {
  const accepted = await confirm({
    title: 'Вес уже другой',
    text: describeError(error).detail,
    accept: `Поставить ${scoreText(to)}`,
    reject: `Оставить ${scoreText(now)}`,
    danger: true,
  })
  if (accepted) replace()
}

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

/** A question names that many marks. */
const maxNamed = 10

/**
 * The same of several cells, or of totals; `typed` are the marks with the names of their students. `keep` is what is done
 * when the others' values stay.
 */
export const askToReplaceAll = async (
  error: unknown,
  { title, typed, replace, keep }: { title: string; typed: string[]; replace: () => void; keep?: () => void },
) => {
  const more = typed.length > maxNamed ? ` и ещё ${typed.length - maxNamed}` : ''
  const accepted = await confirm({
    title,
    text: `${describeError(error).detail} Вы ставили: ${typed.slice(0, maxNamed).join(', ')}${more}.`,
    accept: 'Записать мои',
    reject: 'Оставить как есть',
    danger: true,
  })
  if (accepted) replace()
  else keep?.()
}
