import type { WeightChange } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { isChangedSince } from '#server/http/is-changed-since.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { holdOpenPeriods } from '#server/journal/check-periods.ts'
import { findAssignmentDay, listJournalAssignments, lockAssignments, setWeights } from '#server/journal/journal.repo.ts'
import { listColumns, lockColumns, setColumnWeights } from '#server/journal/journal-columns.repo.ts'
import { holdJournalCourse } from '#server/journal/journal-course.ts'
import { lockAssignmentOf } from '#server/lessons/lessons.repo.ts'

/** A changed weight of a lesson or a column, by its id: the journal of changes shows their names. */
type ChangedWeight = ({ lesson: number } | { column: number }) & { from: number; to: number }

const auditWeights = (tx: Db, actor: Actor, courseId: number, changed: ChangedWeight[]) =>
  addAuditEntry(tx, {
    actor,
    kind: 'weights',
    object: { kind: 'course', id: courseId },
    before: { weights: changed.map(({ from, to: _, ...of }) => ({ ...of, weight: from })) },
    after: { weights: changed.map(({ from: _, to, ...of }) => ({ ...of, weight: to })) },
  })

/** An assignment or a column, as a refusal names it. */
interface Weighed {
  name: string
  weight: number
}

/** 409 with the weights as they are, when any was changed since. */
const checkExpected = (weights: WeightChange[], weighed: (id: number) => Weighed | undefined) => {
  const conflicts = weights.flatMap(({ assignment_id, weight, expected }) => {
    const now = weighed(assignment_id)
    return now && isChangedSince(now.weight, expected, weight) ? [{ assignment_id, ...now }] : []
  })
  if (conflicts.length === 0) return
  const lines = conflicts.map(({ name, weight }) => `«${name}»: теперь ${scoreText(weight)}`)
  throw new Refusal('conflict', {
    detail: `Вес за это время изменил кто-то ещё. ${lines.join('; ')}. Ничего не записано.`,
    members: { weights: conflicts.map(({ assignment_id, weight }) => ({ assignment_id, weight })) },
  })
}

/**
 * Sets how much assignments of a course count. 409 for one in a closed period, and with the weights as they are when any
 * was changed since; 422 for one of another course.
 */
export const changeWeights = (db: Db, actor: Actor, courseId: number, weights: WeightChange[]) =>
  db.transaction(async (tx) => {
    const checkOpen = await holdOpenPeriods(tx, courseId)
    await holdJournalCourse(tx, actor, courseId)
    const ids = weights.map(({ assignment_id }) => assignment_id)
    await lockColumns(tx, ids)
    await lockAssignments(tx, ids)
    const known = new Map((await listJournalAssignments(tx, courseId)).map((assignment) => [assignment.id, assignment]))
    const columns = new Map((await listColumns(tx, courseId)).map((column) => [column.id, column]))
    const changes = weights.map(({ assignment_id, weight }): ChangedWeight => {
      const column = columns.get(assignment_id)
      if (column) return { column: column.id, from: column.weight, to: weight }
      const assignment = known.get(assignment_id)
      if (!assignment) throw invalid('weights', 'Такого задания в этом курсе нет.')
      return { lesson: assignment.lesson.id, from: assignment.weight, to: weight }
    })
    checkOpen(
      weights.flatMap(({ assignment_id, weight }) => {
        const column = known.get(assignment_id) ?? columns.get(assignment_id)
        if (!column || column.weight === weight) return []
        return 'day' in column ? column.day : column.held_on
      }),
    )
    checkExpected(weights, (id) => {
      const assignment = known.get(id)
      return assignment ? { name: assignment.lesson.name, weight: assignment.weight } : columns.get(id)
    })
    await setWeights(tx, weights)
    await setColumnWeights(tx, weights)
    const changed = changes.filter(({ from, to }) => from !== to)
    if (changed.length > 0) await auditWeights(tx, actor, courseId, changed)
    await addCourseEvent(tx, courseId)
  })

/**
 * Records the weight that a change of a lesson gives to its assignment; 409 in a closed period. Call it before the lesson
 * is changed, with the check of `holdOpenPeriods`.
 */
export const noteWeight = async (
  tx: Db,
  actor: Actor,
  { id, course_id }: { id: number; course_id: number },
  weight: number,
  checkOpen: Awaited<ReturnType<typeof holdOpenPeriods>>,
) => {
  const assignment = await lockAssignmentOf(tx, id)
  if (!assignment || assignment.weight === weight) return
  const day = await findAssignmentDay(tx, assignment.id)
  checkOpen(day === null ? [] : [day])
  await auditWeights(tx, actor, course_id, [{ lesson: id, from: assignment.weight, to: weight }])
}
