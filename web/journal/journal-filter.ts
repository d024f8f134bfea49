import { scoredStatuses } from '#contract/journal/journal.policy.ts'
import type { JournalAssignment, JournalCell, JournalCohort, JournalRow } from '#contract/journal/journal.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { plainSpelling } from '#web/ui/plain-spelling.ts'

/** What is missing although it was due, apart from the states of tasks. */
export const overdueBadge = { name: 'Просрочено', color: 'bad', icon: 'overdue' }

/** Whether nothing was handed in yet. */
export const isMissing = ({ status }: JournalCell) => status === null || status.slug === 'draft'

/** Whether a cell takes a mark: nothing need be handed in, unless the lesson is deleted. */
export const canScore = ({ status, task_id }: JournalCell, { deleted_at }: Pick<JournalAssignment, 'deleted_at'>) =>
  (task_id !== null || deleted_at === null) && (status === null || scoredStatuses.some((slug) => slug === status.slug))

/** Whether the task of a cell has other students, too, who share its score. */
export const isOfTeam = ({ task_id }: Pick<JournalCell, 'task_id'>, rows: JournalRow[]) =>
  task_id !== null && rows.filter(({ cells }) => cells.some((other) => other.task_id === task_id)).length > 1

const kinds = {
  submitted: { name: 'Ждут проверки', has: (cell) => cell.status?.slug === 'submitted' },
  overdue: { name: 'Просрочено', has: (cell) => cell.overdue && isMissing(cell) },
  late: { name: 'Сдано позже срока', has: (cell) => cell.overdue && !isMissing(cell) },
  returned: { name: taskStatuses.returned.name, has: (cell) => cell.status?.slug === 'returned' },
  accepted: { name: taskStatuses.accepted.name, has: (cell) => cell.status?.slug === 'accepted' },
  missing: { name: 'Не сдано', has: isMissing },
  excused: { name: 'Освобождены', has: (cell) => cell.status?.slug === 'excused' },
} as const satisfies Record<string, { name: string; has: (cell: JournalCell) => boolean }>

/** What cells can be looked for; as it is in the address. */
export type CellKind = keyof typeof kinds

/** Kinds with their names, in the order of the list. */
export const cellKinds = Object.entries(kinds).map(([value, { name }]) => ({ value, label: name }))

/** The kind that the address names; null for every cell. */
export const cellKindOf = (word: string | undefined): CellKind | null =>
  word !== undefined && Object.hasOwn(kinds, word) ? (word as CellKind) : null

/** Whether a cell is of the kind that is looked for. */
export const isOfKind = (cell: JournalCell, kind: CellKind) => kinds[kind].has(cell)

/**
 * Rows of these names that have a cell of this kind, of one class or of all. The row of `editedId` stays with them: what
 * is typed there would be lost.
 */
export const filterRows = (
  rows: JournalRow[],
  search: string,
  kind: CellKind | null,
  cohort?: JournalCohort,
  editedId?: number | null,
) => {
  const words = plainSpelling(search).split(/\s+/).filter(Boolean)
  const members = cohort && new Set(cohort.student_ids)
  return rows.filter(({ student, cells }) => {
    if (student.id === editedId) return true
    if (members && !members.has(student.id)) return false
    const name = plainSpelling(`${student.name} ${student.surname}`)
    return words.every((word) => name.includes(word)) && (!kind || cells.some((cell) => isOfKind(cell, kind)))
  })
}
