import type { z } from 'zod'
import { type ColumnChange, type ColumnCreate, maxColumns } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { holdOpenPeriods } from '#server/journal/check-periods.ts'
import {
  type ColumnRecord,
  deleteColumn,
  findColumn,
  findColumnUse,
  insertColumn,
  listColumns,
  lockColumns,
  updateColumn,
} from '#server/journal/journal-columns.repo.ts'

/** Adds a column for what is not handed in; 409 in a closed period, and when the course has too many. */
export const addColumn = (
  db: Db,
  actor: Actor,
  courseId: number,
  { name, held_on, max_score = null }: z.output<typeof ColumnCreate>,
) =>
  db.transaction(async (tx) => {
    const checkOpen = await holdOpenPeriods(tx, courseId)
    checkOpen([held_on])
    await lockEditableCourse(tx, actor, courseId)
    if ((await listColumns(tx, courseId)).length >= maxColumns) {
      throw new Refusal('conflict', { detail: `В журнале уже ${maxColumns} столбцов без сдачи: больше не добавить.` })
    }
    const column = await insertColumn(tx, { course_id: courseId, name, held_on, max_score })
    await addCourseEvent(tx, courseId)
    return column
  })

type Known = Pick<ColumnRecord, 'id' | 'course_id'>

/** Locks a column and its course; returns it as it is now, with the check of days. 404 once it is deleted. */
const holdColumn = async (tx: Db, actor: Actor, { id, course_id }: Known) => {
  const checkOpen = await holdOpenPeriods(tx, course_id)
  await lockEditableCourse(tx, actor, course_id)
  await lockColumns(tx, [id])
  return { before: found(await findColumn(tx, id)), checkOpen }
}

/** Writes what a change makes different into the journal of changes; nothing when it is all the same. */
const auditChange = async (tx: Db, actor: Actor, before: ColumnRecord, after: ColumnRecord) => {
  const changed = ({ held_on, max_score }: ColumnRecord) => ({
    ...(before.held_on !== after.held_on && { held_on }),
    ...(before.max_score !== after.max_score && { max_score }),
  })
  const fields = { ...changed(after), ...(before.name !== after.name && { fields: ['name'] }) }
  if (Object.keys(fields).length === 0) return
  await addAuditEntry(tx, {
    actor,
    kind: 'column-changed',
    object: { kind: 'course', id: after.course_id },
    before: changed(before),
    after: { column: after.id, ...fields },
  })
}

/** Changes such a column; 404 once it is deleted, 409 in a closed period, 422 for a max below a score that it has. */
export const changeColumn = (db: Db, actor: Actor, { id, course_id }: Known, change: z.output<typeof ColumnChange>) =>
  db.transaction(async (tx) => {
    const { before, checkOpen } = await holdColumn(tx, actor, { id, course_id })
    checkOpen([before.held_on, change.held_on ?? before.held_on])
    const { highest } = await findColumnUse(tx, id)
    if (change.max_score != null && highest !== null && highest > change.max_score) {
      throw invalid('max_score', `В столбце уже есть ${scoreText(highest)}: максимум не может быть меньше.`)
    }
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const column = found(await updateColumn(tx, id, { ...given, course_id }))
    await auditChange(tx, actor, before, column)
    await addCourseEvent(tx, course_id)
    return column
  })

/** Removes such a column; 409 in a closed period, and while it has marks, which nobody should lose by a slip. */
export const removeColumn = (db: Db, actor: Actor, { id, course_id }: Known) =>
  db.transaction(async (tx) => {
    const { before, checkOpen } = await holdColumn(tx, actor, { id, course_id })
    const { held_on, max_score } = before
    checkOpen([held_on])
    if ((await findColumnUse(tx, id)).filled > 0) {
      throw new Refusal('conflict', {
        detail: 'В столбце есть отметки. Сначала уберите их, тогда столбец можно удалить.',
      })
    }
    await deleteColumn(tx, id)
    await addAuditEntry(tx, {
      actor,
      kind: 'column-removed',
      object: { kind: 'course', id: course_id },
      before: { column: id, held_on, max_score },
    })
    await addCourseEvent(tx, course_id)
  })
