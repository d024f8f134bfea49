import type { Journal } from '#contract/journal/journal.schema.ts'
import type { StudentTotal, TotalChange } from '#contract/journal/periods.schema.ts'
import { totalText } from '#contract/journal/totals.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntries } from '#server/audit/audit.repo.ts'
import type { CourseWithFacts } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { isChangedSince } from '#server/http/is-changed-since.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { refuseClosed } from '#server/journal/check-periods.ts'
import { holdJournalCourse } from '#server/journal/journal-course.ts'
import { deleteLock, holdPeriods, insertLock, saveTotals } from '#server/journal/periods.repo.ts'
import { loadJournal } from '#server/journal/present-journal.ts'

/** Finds a student's total in the journal. */
const totalsOf = (journal: Journal) => {
  const rowOf = new Map(journal.rows.map((row) => [row.student.id, row]))
  return {
    rowOf,
    totalAt: (studentId: number, periodId: number): StudentTotal | undefined => {
      const total = rowOf.get(studentId)?.totals.find(({ period_id }) => period_id === periodId)
      return total && { ...total, student_id: studentId }
    },
  }
}

const keyOf = ({ period_id, student_id }: Pick<TotalChange, 'period_id' | 'student_id'>) => `${period_id}:${student_id}`

/** 422 for a student or a period that the journal does not have, and for a total that is there twice. */
const checkPlaces = (journal: Journal, changes: TotalChange[]) => {
  const { rowOf } = totalsOf(journal)
  const periodIds = new Set(journal.periods.map(({ id }) => id))
  const seen = new Set<string>()
  const fields: Record<string, string[]> = {}
  for (const [index, change] of changes.entries()) {
    if (!periodIds.has(change.period_id))
      fields[`totals.${index}.period_id`] = ['Такого периода в этом журнале нет. Обновите страницу.']
    if (!rowOf.has(change.student_id))
      fields[`totals.${index}.student_id`] = [`Этого ${called('студента')} нет в журнале курса. Обновите страницу.`]
    else if (seen.has(keyOf(change))) fields[`totals.${index}.student_id`] = ['Один и тот же итог указан дважды.']
    seen.add(keyOf(change))
  }
  const [first] = Object.values(fields).flat()
  if (first) throw new Refusal('invalid', { detail: first, fields })
}

/** 409 with the totals as they are, when any was changed since. */
const checkExpected = (journal: Journal, changes: TotalChange[]) => {
  const { rowOf, totalAt } = totalsOf(journal)
  const conflicts = changes.flatMap(({ expected, score, student_id, period_id }, index) => {
    const now = totalAt(student_id, period_id)
    return now && isChangedSince(now.score, expected, score) ? [{ now, index }] : []
  })
  const [first] = conflicts
  if (!first) return
  const student = rowOf.get(first.now.student_id)?.student
  const state = ({ score }: StudentTotal) => `теперь ${totalText(score, journal.grading)}`
  const more = conflicts.length > 1 ? ` и ещё ${conflicts.length - 1}` : ''
  throw new Refusal('conflict', {
    detail: `Итоги за это время изменились. ${student ? fullName(student) : ''}: ${state(first.now)}${more}. Ничего не записано.`,
    fields: Object.fromEntries(conflicts.map(({ index, now }) => [`totals.${index}.score`, [state(now)]])),
    members: { totals: conflicts.map(({ now }) => now) },
  })
}

/** Records changed totals in the journal of changes: an entry for each period. */
const recordTotals = (
  tx: Db,
  actor: Actor,
  courseId: number,
  changes: { period_id: number; student_id: number; from: number | null; to: number | null }[],
) =>
  addAuditEntries(
    tx,
    [...Map.groupBy(changes, ({ period_id }) => period_id)].map(([period, changed]) => ({
      actor,
      kind: 'totals' as const,
      object: { kind: 'course' as const, id: courseId },
      before: { period, totals: changed.map(({ student_id, from }) => ({ student: student_id, score: from })) },
      after: { period, totals: changed.map(({ student_id, to }) => ({ student: student_id, score: to })) },
    })),
  )

/**
 * Sets totals in one transaction, all or none. 403 for the actor's own; 409 for a closed period, with the fields of the
 * totals in it; 409 when any was changed since, with the totals as they are; 422 for what is not in the journal. Returns
 * the totals in the order of the changes.
 */
export const changeTotals = (db: Db, actor: Actor, course: CourseWithFacts, changes: TotalChange[]) => {
  authorize(changes.every(({ student_id }) => student_id !== actor.id))
  return db.transaction(async (tx): Promise<StudentTotal[]> => {
    await holdPeriods(tx, course.id, 'totals')
    await holdJournalCourse(tx, actor, course.id)
    const before = await loadJournal(tx, actor, course)
    checkPlaces(before, changes)
    const closedOf = new Map(before.periods.flatMap((period) => (period.locked ? [[period.id, period]] : [])))
    refuseClosed(
      changes.flatMap(({ period_id }, index) => {
        const period = closedOf.get(period_id)
        return period ? [{ period, field: `totals.${index}.score` }] : []
      }),
    )
    checkExpected(before, changes)
    const { totalAt } = totalsOf(before)
    const changed = changes.flatMap(({ score, ...place }) => {
      const now = totalAt(place.student_id, place.period_id)
      // the same again says that the teacher has looked at what is proposed now
      return now && (now.score !== score || (score !== null && now.basis !== now.proposed))
        ? [{ ...place, from: now.score, to: score, basis: now.proposed }]
        : []
    })
    await saveTotals(
      tx,
      actor.id,
      course.id,
      changed.map(({ period_id, student_id, to, basis }) => ({ period_id, student_id, score: to, basis })),
    )
    await recordTotals(
      tx,
      actor,
      course.id,
      changed.filter(({ from, to }) => from !== to),
    )
    if (changed.length > 0) await addCourseEvent(tx, course.id)
    const after = totalsOf(await loadJournal(tx, actor, course))
    return changes.map(({ student_id, period_id }) => found(after.totalAt(student_id, period_id)))
  })
}

/**
 * Closes a period of a course, or opens it again. Closing keeps what is proposed as the total of those who have none,
 * so a later change of the rule's input moves nothing. 404 for a period that the journal does not have.
 */
export const lockPeriod = (
  db: Db,
  actor: Actor,
  course: CourseWithFacts,
  { periodId, locked }: { periodId: number; locked: boolean },
) =>
  db.transaction(async (tx) => {
    await holdPeriods(tx, course.id, 'totals')
    await holdJournalCourse(tx, actor, course.id)
    const before = await loadJournal(tx, actor, course)
    const period = found(before.periods.find(({ id }) => id === periodId))
    if (period.locked === locked) return before
    if (locked) {
      const kept = before.rows.flatMap(({ student, totals }) => {
        const total = totals.find(({ period_id }) => period_id === periodId)
        return total && total.score === null && total.proposed !== null
          ? [{ period_id: periodId, student_id: student.id, score: total.proposed, basis: total.proposed }]
          : []
      })
      await saveTotals(tx, actor.id, course.id, kept)
      await recordTotals(
        tx,
        actor,
        course.id,
        kept.map(({ score, ...place }) => ({ ...place, from: null, to: score })),
      )
      await insertLock(tx, { course_id: course.id, period_id: periodId, user_id: actor.id })
    } else await deleteLock(tx, course.id, periodId)
    await addAuditEntries(tx, [
      {
        actor,
        kind: locked ? 'period-closed' : 'period-opened',
        object: { kind: 'course', id: course.id },
        after: { period: periodId },
      },
    ])
    await addCourseEvent(tx, course.id)
    return loadJournal(tx, actor, course)
  })
