import type { z } from 'zod'
import type { AssignmentInput, Criterion, CriterionInput } from '#contract/lessons/assignment.schema.ts'
import type { LessonCreate } from '#contract/lessons/lessons.schema.ts'
import { called } from '#contract/users/student-word.ts'
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
import { unique } from '#server/unique.ts'

type Input = z.output<typeof AssignmentInput>

/** Criteria keep their existing ids, so that verdicts keep their meaning; all others get new ids. */
const withIds = (criteria: z.output<typeof CriterionInput>[], before: AssignmentRecord | null) => {
  const free = new Set(before?.criteria.map(({ id }) => id))
  let last = Math.max(before?.last_criterion_id ?? 0, ...free)
  return {
    criteria: criteria.map((criterion): Criterion => {
      // a second one with the same id is a copy
      const known = criterion.id !== undefined && free.delete(criterion.id)
      if (!known) last += 1
      return { ...criterion, id: known ? (criterion.id as number) : last }
    }),
    last_criterion_id: last,
  }
}

/** The sent fields, as they are kept; without those that were left out. */
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
 * Filters people to teachers of the course; 422 for others. Reviewers from before who no longer teach here are dropped,
 * so that an assignment can be saved after somebody left.
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
    detail: `Одну из работ уже делают вместе, ${called('студентов')} в команде: ${largest}. Меньше сделать команду нельзя.`,
  })
}

const checkDates = ({ due_at, closes_at }: Pick<Partial<AssignmentRecord>, 'due_at' | 'closes_at'>) => {
  if (due_at && closes_at && closes_at < due_at) {
    throw invalid('assignment.closes_at', 'Приём работ не может закончиться раньше срока сдачи.')
  }
}

/**
 * Creates, changes or deletes (null) the assignment of a lesson. Fields left out keep their values, so that a client
 * that knows fewer fields resets none.
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
    throw new Refusal('wrong-state', {
      detail: `${called('Студенты')} уже начали работы по этому заданию, убрать его нельзя.`,
    })
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
