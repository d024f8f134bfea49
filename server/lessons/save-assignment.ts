import type { z } from 'zod'
import type { AssignmentInput, Criterion, CriterionInput } from '#contract/lessons/assignment.schema.ts'
import type { LessonCreate } from '#contract/lessons/lessons.schema.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { listTeachers } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import {
  type AssignmentRecord,
  deleteAssignment,
  insertAssignment,
  type LessonRecord,
  lockAssignmentOf,
  updateAssignment,
} from '#server/lessons/lessons.repo.ts'
import { largestTeam } from '#server/teams/teams.repo.ts'

type Input = z.output<typeof AssignmentInput>

/** Criteria keep the ids they have here, so that verdicts go on meaning the same; all others get ids nobody ever had. */
const withIds = (criteria: z.output<typeof CriterionInput>[], before: AssignmentRecord | null) => {
  const free = new Set(before?.criteria.map(({ id }) => id))
  let last = Math.max(before?.last_criterion_id ?? 0, ...free)
  return {
    criteria: criteria.map((criterion): Criterion => {
      // a copy of a known one comes second
      const known = criterion.id !== undefined && free.delete(criterion.id)
      if (!known) last += 1
      return { ...criterion, id: known ? (criterion.id as number) : last }
    }),
    last_criterion_id: last,
  }
}

const unique = <Value>(values: Value[]) => [...new Set(values)]

/** What was sent, as it is kept; fields left out are not there. */
const changesOf = (
  { text, criteria, kinds, file_types, reviewer_ids, ...plain }: Input,
  before: AssignmentRecord | null,
) => ({
  ...plain,
  text: cleanHtml(text, 'assignment'),
  ...(criteria ? withIds(criteria, before) : {}),
  ...(kinds ? { kinds: unique(kinds) } : {}),
  ...(file_types ? { file_types: unique(file_types) } : {}),
  ...(reviewer_ids ? { reviewer_ids: unique(reviewer_ids) } : {}),
})

/**
 * Those of the people who teach the course; 422 for others. Who was named before and teaches here no more is left out, so
 * that an assignment can be saved after somebody went.
 */
const reviewersAmong = async (tx: Db, courseId: number, wanted: number[], before: AssignmentRecord | null) => {
  const members = await listTeachers(tx, [courseId])
  const teachers = new Set(members.flatMap(({ person }) => (isStaff(person) ? person.id : [])))
  if (wanted.some((id) => !teachers.has(id) && !before?.reviewer_ids.includes(id))) {
    throw invalid('assignment.reviewer_ids', 'Проверять работы могут только преподаватели этого курса.')
  }
  return wanted.filter((id) => teachers.has(id))
}

const checkTeams = async (tx: Db, { id, team_size }: AssignmentRecord, wanted: number) => {
  if (wanted >= team_size) return
  const largest = await largestTeam(tx, id)
  if (largest <= wanted) return
  throw new Refusal('wrong-state', {
    detail: `Одну из работ уже делают вместе, студентов в команде: ${largest}. Меньше сделать команду нельзя.`,
  })
}

const checkDates = ({ due_at, closes_at }: Pick<Partial<AssignmentRecord>, 'due_at' | 'closes_at'>) => {
  if (due_at && closes_at && closes_at < due_at) {
    throw invalid('assignment.closes_at', 'Приём работ не может закончиться раньше срока сдачи.')
  }
}

/**
 * Makes, changes or takes away (null) the assignment of a lesson. What a change leaves out stays as it was, so that
 * whoever knows fewer fields resets none of them.
 */
export const saveAssignment = async (
  tx: Db,
  actor: Actor,
  lesson: Pick<LessonRecord, 'id' | 'course_id'>,
  input: LessonCreate['assignment'],
) => {
  if (input === undefined) return
  if (input === null) {
    if (await deleteAssignment(tx, lesson.id)) return
    throw new Refusal('wrong-state', { detail: 'Студенты уже начали работы по этому заданию, убрать его нельзя.' })
  }
  const before = await lockAssignmentOf(tx, lesson.id)
  const changes = changesOf(input, before)
  checkDates({ ...before, ...changes })
  if (changes.reviewer_ids?.length) {
    changes.reviewer_ids = await reviewersAmong(tx, lesson.course_id, changes.reviewer_ids, before)
  }
  if (before && changes.team_size !== undefined) await checkTeams(tx, before, changes.team_size)
  const { id, text } = before
    ? await updateAssignment(tx, before.id, changes)
    : await insertAssignment(tx, { ...changes, lesson_id: lesson.id })
  await keepFiles(tx, actor, { owner: 'assignment', id }, { texts: [text] })
}
