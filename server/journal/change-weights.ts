import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { holdOpenPeriods } from '#server/journal/check-periods.ts'
import { listJournalAssignments, setWeights } from '#server/journal/journal.repo.ts'
import { listColumns, setColumnWeights } from '#server/journal/journal-columns.repo.ts'

/** Sets how much assignments of a course count. 409 for one in a closed period, 422 for one of another course. */
export const changeWeights = (
  db: Db,
  actor: Actor,
  courseId: number,
  weights: { assignment_id: number; weight: number }[],
) =>
  db.transaction(async (tx) => {
    const checkOpen = await holdOpenPeriods(tx, courseId)
    const known = new Map((await listJournalAssignments(tx, courseId)).map((assignment) => [assignment.id, assignment]))
    const columns = new Map((await listColumns(tx, courseId)).map((column) => [column.id, column]))
    const changes = weights.flatMap(({ assignment_id, weight }) => {
      // the journal of changes names lessons: a column has none
      if (columns.has(assignment_id)) return []
      const assignment = known.get(assignment_id)
      if (!assignment) throw invalid('weights', 'Такого задания в этом курсе нет.')
      return [{ lesson: assignment.lesson.id, from: assignment.weight, to: weight }]
    })
    checkOpen(
      weights.flatMap(({ assignment_id, weight }) => {
        const column = known.get(assignment_id) ?? columns.get(assignment_id)
        if (!column || column.weight === weight) return []
        return 'day' in column ? column.day : column.held_on
      }),
    )
    await setWeights(tx, weights)
    await setColumnWeights(tx, weights)
    const changed = changes.filter(({ from, to }) => from !== to)
    if (changed.length === 0) return
    await addAuditEntry(tx, {
      actor,
      kind: 'weights',
      object: { kind: 'course', id: courseId },
      before: { weights: changed.map(({ lesson, from }) => ({ lesson, weight: from })) },
      after: { weights: changed.map(({ lesson, to }) => ({ lesson, weight: to })) },
    })
  })
