import { type Assignment, assignmentDefaults, type HandInKind } from '#contract/lessons/assignment.schema.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'

/**
 * A criterion while it is typed: `key` is its own through moves; `id` is the server's, null for a new one; `points` are
 * empty until a number is typed.
 */
export interface CriterionValues {
  key: string
  id: number | null
  name: string
  description: string
  points: number | ''
}

/** What is typed about an assignment; numbers are empty until one is typed. */
export interface AssignmentValues {
  text: string
  kinds: HandInKind[]
  file_types: string[]
  /** In MB; empty for the site's own limit. */
  max_file_size: number | ''
  /** As `datetime-local` fields hold them. */
  due_at: string
  closes_at: string
  team_size: number | ''
  /** Empty for every teacher of the course. */
  reviewer_ids: number[]
  weight: number | ''
  criteria: CriterionValues[]
}

const megabyte = 1_048_576

let keys = 0

/** An empty criterion. */
export const newCriterion = (): CriterionValues => {
  keys += 1
  return { key: `new-${Date.now()}-${keys}`, id: null, name: '', description: '', points: '' }
}

/** An assignment that nobody has written yet. */
export const emptyAssignment = (): AssignmentValues => ({
  text: '',
  kinds: assignmentDefaults.kinds,
  file_types: [],
  max_file_size: '',
  due_at: '',
  closes_at: '',
  team_size: assignmentDefaults.team_size,
  reviewer_ids: [],
  weight: assignmentDefaults.weight,
  criteria: [],
})

/** The fields of an assignment as it is; a reviewer who no longer teaches the course is none. */
export const assignmentValues = (assignment: Assignment, teacherIds: number[]): AssignmentValues => ({
  text: assignment.text,
  kinds: assignment.kinds,
  file_types: assignment.file_types,
  max_file_size: assignment.max_file_size === null ? '' : Math.round((assignment.max_file_size / megabyte) * 100) / 100,
  due_at: toLocalInput(assignment.due_at),
  closes_at: toLocalInput(assignment.closes_at),
  team_size: assignment.team_size,
  reviewer_ids: assignment.reviewer_ids.filter((id) => teacherIds.includes(id)),
  weight: assignment.weight,
  criteria: assignment.criteria.map(({ id, name, description = '', points }) => ({
    key: `${id}`,
    id,
    name,
    description,
    points: points ?? '',
  })),
})

/** What the server is sent: rules of files only when there may be files. */
export const assignmentBody = (values: AssignmentValues) => {
  const files = values.kinds.includes('files')
  return {
    text: values.text,
    kinds: values.kinds,
    file_types: files ? values.file_types : [],
    max_file_size: files && values.max_file_size !== '' ? Math.round(values.max_file_size * megabyte) : null,
    due_at: fromLocalInput(values.due_at),
    closes_at: fromLocalInput(values.closes_at),
    team_size: values.team_size === '' ? assignmentDefaults.team_size : values.team_size,
    reviewer_ids: values.reviewer_ids,
    weight: values.weight === '' ? assignmentDefaults.weight : values.weight,
    criteria: values.criteria.map(({ id, name, description, points }) => ({
      ...(id === null ? {} : { id }),
      name,
      ...(description.trim() ? { description } : {}),
      ...(points === '' ? {} : { points }),
    })),
  }
}

/** What no single field can check: the closing date is after the due date. */
export const deadlineProblem = ({ due_at, closes_at }: AssignmentValues): string | null => {
  const due = fromLocalInput(due_at)
  const closes = fromLocalInput(closes_at)
  return due && closes && closes < due ? 'Закрыть приём можно не раньше срока сдачи' : null
}
