import type { AssignmentRules } from '#contract/lessons/assignment.schema.ts'
import type { AssignmentRecord } from '#server/lessons/lessons.repo.ts'

/** The rules of an assignment, without its text. */
export const presentRules = (assignment: AssignmentRecord): AssignmentRules => ({
  id: assignment.id,
  due_at: assignment.due_at,
  closes_at: assignment.closes_at,
  criteria: assignment.criteria,
  kinds: assignment.kinds,
  file_types: assignment.file_types,
  max_file_size: assignment.max_file_size,
  team_size: assignment.team_size,
  reviewer_ids: assignment.reviewer_ids,
  weight: assignment.weight,
})
