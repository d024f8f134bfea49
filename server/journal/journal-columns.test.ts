import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.schema.ts'
import { auditSentences } from '#contract/audit/audit-text.ts'
import { cohortForms } from '#contract/cohorts/cohort-words.ts'
import type { CellChange } from '#contract/journal/journal.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import { found } from '#server/http/refusal.ts'
import { changeCells } from '#server/journal/change-cells.ts'
import { changeColumn, removeColumn } from '#server/journal/change-column.ts'
import { findColumn } from '#server/journal/journal-columns.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { empty } from '#server/testing/empty.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses'))

const build = async () => {
  const [teacher, anna, boris] = await Promise.all([signedIn({ role: 'teacher' }), signedIn(), signedIn()])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id, boris.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, {
    lesson_id: lesson.id,
    criteria: [{ id: 1, name: 'Сетка', points: 10 }],
  })
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, { token } = teacher) =>
    call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const { body } = await ask('POST', `/api/courses/${course.id}/journal/columns`, {
    name: 'Ответ у доски',
    held_on: '2026-09-14',
    max_score: 5,
  })
  const column = body.column.id as number
  const setCells = (...cells: object[]) => ask('PUT', `/api/courses/${course.id}/journal/cells`, { cells })
  const journalOf = async (person = teacher) =>
    (await ask('GET', `/api/courses/${course.id}/journal`, undefined, person)).body.journal
  /** What the journal of changes shows of the acts of a kind, the latest first. */
  const entriesOf = async (kind: string) => {
    const { token } = await signedIn({ role: 'curator' })
    const { entries } = (await call('GET', `/api/audit?kind=${kind}`, { token })).body
    const reader = { dayOf: String, cohort: cohortForms.class }
    return entries
      .filter(({ object }: AuditEntry) => object.id === course.id)
      .map((entry: AuditEntry) => [entry.object.id, ...auditSentences(entry, reader)])
  }
  return { teacher, anna, boris, course, assignment, column, ask, setCells, journalOf, entriesOf }
}

describe('a column without a hand-in', () => {
  it('comes after the assignments, and students see it with a mark of their own only', async () => {
    const { anna, boris, column, assignment, setCells, journalOf } = await build()
    const empty = await journalOf()
    expect(empty.assignments.map(({ id }: { id: number }) => id)).toEqual([assignment.id, column])
    expect(empty.assignments[1]).toMatchObject({ lesson: { id: null, name: 'Ответ у доски' }, held_on: '2026-09-14' })
    expect((await journalOf(anna)).assignments).toHaveLength(1)
    const set = await setCells({ assignment_id: column, student_id: anna.id, score: 4, comment: 'Уверенно' })
    expect(set.body.cells).toMatchObject([{ student_id: anna.id, score: 4, comment: 'Уверенно', overdue: false }])
    const own = await journalOf(anna)
    expect([own.assignments.length, own.rows[0].cells[1], own.rows[0].average]).toMatchObject([2, { score: 4 }, 80])
    expect((await journalOf(boris)).assignments).toHaveLength(1)
  })

  it('takes as many statements for many cells as for one', async () => {
    const { teacher, course, anna, boris, column } = await build()
    const known = found(await findCourse(db, course.id, teacher.user))
    const cell = ({ id }: { id: number }, score: number) => ({ assignment_id: column, student_id: id, score })
    // without the call itself, which reads more now and then
    const statements = (...cells: CellChange[]) => countStatements(() => changeCells(db, teacher.user, known, cells))
    expect(await statements(cell(anna, 5), cell(boris, 3))).toBe(await statements(cell(anna, 4)))
  })

  it('takes no mark of the actor, whatever their role is now', async () => {
    const { course, anna, column, setCells, journalOf } = await build()
    await db.update(users).set({ role: 'curator' }).where(eq(users.id, anna.id))
    const cells = [{ assignment_id: column, student_id: anna.id, score: 5 }]
    const path = `/api/courses/${course.id}/journal/cells`
    expect((await call('PUT', path, { token: anna.token, body: { cells } })).status).toBe(403)
    expect((await journalOf()).rows.flatMap(({ cells }: { cells: object[] }) => cells[1])).toMatchObject([
      ...[{ score: null }, { score: null }],
    ])
    expect((await setCells(...cells)).status).toBe(200)
  })

  it('takes cells in one call with those of assignments, all or none, in their order', async () => {
    const { anna, boris, column, assignment, setCells, journalOf } = await build()
    const cells = [
      { assignment_id: column, student_id: boris.id, absent: true },
      { assignment_id: assignment.id, student_id: anna.id, score: 9 },
      { assignment_id: column, student_id: anna.id, score: 5, expected: null },
    ]
    const { status, body } = await setCells(...cells)
    expect(status).toBe(200)
    expect(
      body.cells.map((cell: { assignment_id: number; student_id: number }) => [cell.assignment_id, cell.student_id]),
    ).toEqual(cells.map(({ assignment_id, student_id }) => [assignment_id, student_id]))
    const before = await journalOf()
    const refused = await setCells(
      { assignment_id: assignment.id, student_id: anna.id, score: 1 },
      { assignment_id: column, student_id: anna.id, score: 2, expected: 3 },
    )
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([409, ['cells.1.score']])
    expect(refused.body.cells).toMatchObject([{ assignment_id: column, score: 5 }])
    expect((await setCells({ assignment_id: column, student_id: anna.id, score: 5, expected: 3 })).status).toBe(200)
    const comment = { assignment_id: column, student_id: anna.id, comment: 'Устно', expected_comment: '' }
    expect((await setCells({ ...comment, comment: 'Письменно' })).status).toBe(200)
    const late = await setCells(comment)
    expect([late.status, late.body.errors]).toEqual([409, { 'cells.0.comment': ['теперь комментарий «Письменно»'] }])
    expect(late.body.cells).toMatchObject([{ assignment_id: column, comment: 'Письменно' }])
    await setCells({ ...comment, comment: '', expected_comment: 'Письменно' })
    const tooMuch = await setCells({ assignment_id: column, student_id: anna.id, score: 6 })
    expect([tooMuch.status, Object.keys(tooMuch.body.errors)]).toEqual([422, ['cells.0.score']])
    expect(await journalOf()).toEqual(before)
  })

  it('weighs, changes, and goes away only while it is empty', async () => {
    const { anna, course, column, ask, setCells, journalOf, entriesOf } = await build()
    const weights = [{ assignment_id: column, weight: 3 }]
    for (const _time of [1, 2]) {
      expect((await ask('PUT', `/api/courses/${course.id}/weights`, { weights })).status).toBe(200)
    }
    expect(await entriesOf('weights')).toEqual([[course.id, 'Вес «Ответ у доски»: 1 → 3']])
    await setCells({ assignment_id: column, student_id: anna.id, score: 4 })
    expect((await ask('DELETE', `/api/journal/columns/${column}`)).status).toBe(409)
    expect((await ask('PUT', `/api/journal/columns/${column}`, { max_score: 3 })).status).toBe(422)
    const changed = await ask('PUT', `/api/journal/columns/${column}`, { name: 'Диктант', max_score: 8 })
    expect(changed.body.column).toMatchObject({
      lesson: { name: 'Диктант' },
      held_on: '2026-09-14',
      max_score: 8,
      weight: 3,
    })
    const moved = { name: 'Диктант', held_on: '2026-09-15', max_score: null }
    for (const _time of [1, 2]) await ask('PUT', `/api/journal/columns/${column}`, moved)
    expect(await entriesOf('column-changed')).toEqual([
      [course.id, 'Столбец: «Диктант»', 'День: 14.09.2026 → 15.09.2026', 'Максимум: 8 → нет'],
      [course.id, 'Столбец: «Диктант»', 'Максимум: 5 → 8', 'Изменено: название'],
    ])
    await setCells({ assignment_id: column, student_id: anna.id, score: null })
    expect((await ask('DELETE', `/api/journal/columns/${column}`)).status).toBe(204)
    expect((await journalOf()).assignments).toHaveLength(1)
    expect(await entriesOf('column-removed')).toEqual([
      [course.id, 'Столбец: «без имени»', 'День: 15.09.2026', 'Максимум: нет'],
    ])
  })

  it('is no longer there when it was deleted while a change of it was under way', async () => {
    const { teacher, column } = await build()
    const record = found(await findColumn(db, column))
    await removeColumn(db, teacher.user, record)
    await expect(changeColumn(db, teacher.user, record, { name: 'Диктант' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
