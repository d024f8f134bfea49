import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Journal, JournalCell } from '#contract/journal/journal.schema.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { events } from '#server/events/events.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { buildTask, hoursAgo } from '#server/tasks/tasks.factory.ts'
import { taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { threadEntries } from '#server/threads/threads.table.ts'

const { db, call, signedIn, runEffects } = await testApp()

const points = (max: number) => [{ id: 1, name: 'Сетка', points: max }]

/** A course of two students, whose two assignments give 10 points and none. */
const buildSchool = async () => {
  const [teacher, second, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher', name: 'Вера', surname: 'Лосева' }),
    signedIn({ role: 'teacher', name: 'Пётр', surname: 'Ильин' }),
    signedIn({ name: 'Анна', surname: 'Белова' }),
    signedIn({ name: 'Борис', surname: 'Ветров' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id, second.id], students: [boris.id, anna.id] })
  const lesson = await buildLesson(db, { course_id: course.id, name: 'Первый', position: 1 })
  const other = await buildLesson(db, { course_id: course.id, name: 'Второй', position: 2 })
  const marked = await buildAssignment(db, { lesson_id: lesson.id, criteria: points(10) })
  const plain = await buildAssignment(db, { lesson_id: other.id })
  return { teacher, second, anna, boris, course, lesson, marked, plain }
}
type School = Awaited<ReturnType<typeof buildSchool>>

let school: School
beforeEach(async () => {
  await db.delete(effects)
  school = await buildSchool()
})

const journalOf = async ({ token }: { token: string }, id = school.course.id): Promise<Journal> =>
  (await call('GET', `/api/courses/${id}/journal`, { token })).body.journal

/** The cell of a student and an assignment. */
const cellOf = (journal: Journal, student: { id: number }, assignment: { id: number }) => {
  const row = journal.rows.find((row) => row.student.id === student.id)
  return row?.cells.find((cell) => cell.assignment_id === assignment.id) as JournalCell
}

const addTask = (parts: Partial<Parameters<typeof buildTask>[1]> = {}) =>
  buildTask(db, {
    assignment_id: school.marked.id,
    students: [school.anna.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 5 }],
    ...parts,
  })

const score = (who: { token: string }, taskId: number, body: unknown) =>
  call('PUT', `/api/tasks/${taskId}/score`, { token: who.token, body })

const historyOf = async (taskId: number, who = school.teacher) =>
  (await call('GET', `/api/tasks/${taskId}/scores`, { token: who.token })).body.changes

describe('the journal', () => {
  it('has a row for each student by name, and a cell for each assignment in the order of the lessons', async () => {
    const section = await buildSection(db, school.course.id, 'Дальше')
    const last = await buildLesson(db, { course_id: school.course.id, section_id: section.id, position: 0 })
    const third = await buildAssignment(db, { lesson_id: last.id, weight: 3 })
    const journal = await journalOf(school.teacher)
    expect(journal.assignments.map(({ id }) => id)).toEqual([school.marked.id, school.plain.id, third.id])
    expect(journal.assignments).toMatchObject([
      { max_score: 10, weight: 1, open: true },
      { max_score: null, weight: 1 },
      { max_score: null, weight: 3 },
    ])
    expect(journal.rows.map(({ student }) => student.surname)).toEqual(['Белова', 'Ветров'])
    for (const { cells } of journal.rows) {
      expect(cells.map(({ assignment_id }) => assignment_id)).toEqual(journal.assignments.map(({ id }) => id))
    }
  })

  it('shows students their own row only', async () => {
    await addTask({ students: [school.boris.id], status: 'accepted' })
    const own = await journalOf(school.anna)
    expect(own.rows.map(({ student }) => student.id)).toEqual([school.anna.id])
    expect((await journalOf(school.teacher)).rows).toHaveLength(2)
    const stranger = await signedIn()
    expect((await call('GET', `/api/courses/${school.course.id}/journal`, { token: stranger.token })).status).toBe(404)
  })

  it('hides drafts from everybody but their student', async () => {
    const task = await addTask({ status: 'draft', attempts: [], draft: '<p>Начало.</p>' })
    expect(cellOf(await journalOf(school.teacher), school.anna, school.marked)).toMatchObject({
      task_id: null,
      status: null,
    })
    expect(cellOf(await journalOf(school.anna), school.anna, school.marked)).toMatchObject({
      task_id: task.id,
      status: { slug: 'draft' },
      submitted_at: null,
    })
  })

  it('leaves out what students cannot read, unless there are tasks', async () => {
    await db.update(lessons).set({ status: 'draft' }).where(eq(lessons.id, school.lesson.id))
    for (const who of [school.teacher, school.anna]) {
      expect((await journalOf(who)).assignments.map(({ id }) => id)).toEqual([school.plain.id])
    }
    await addTask()
    expect((await journalOf(school.teacher)).assignments).toMatchObject([{ open: false }, { open: true }])
    expect((await journalOf(school.anna)).assignments).toHaveLength(2)
    expect((await journalOf(school.boris)).assignments).toHaveLength(1)
  })

  it('shows the task of a team with each of its students', async () => {
    const task = await addTask({ students: [school.anna.id, school.boris.id], status: 'accepted' })
    await score(school.teacher, task.id, { score: 6 })
    const journal = await journalOf(school.teacher)
    for (const student of [school.anna, school.boris]) {
      expect(cellOf(journal, student, school.marked)).toMatchObject({ task_id: task.id, score: 6, changes: 1 })
    }
  })

  it('has no tasks of former students of the course', async () => {
    const task = await addTask({ students: [school.anna.id] })
    const gone = await signedIn()
    await db.update(taskStudents).set({ user_id: gone.id }).where(eq(taskStudents.task_id, task.id))
    const journal = await journalOf(school.teacher)
    expect(journal.rows.map(({ student }) => student.id)).not.toContain(gone.id)
  })
})

describe('overdue', () => {
  const due = async (hours: number) => {
    await db.execute(sql`update assignments set due_at = ${hoursAgo(hours)} where id = ${school.marked.id}`)
  }
  const overdue = async () => cellOf(await journalOf(school.teacher), school.anna, school.marked).overdue

  it('is a task that is due and not handed in, even as a draft', async () => {
    await due(-1)
    expect(await overdue()).toBe(false)
    await due(1)
    expect(await overdue()).toBe(true)
    await addTask({ status: 'draft', attempts: [], draft: '<p>Начало.</p>' })
    expect(await overdue()).toBe(true)
  })

  it('is a task that was handed in late, by the first attempt that counts', async () => {
    await due(4)
    await addTask({
      attempts: [
        { content: '<p>Готово.</p>', hoursAgo: 5 },
        { content: '<p>Исправил.</p>', hoursAgo: 1 },
      ],
    })
    expect(await overdue()).toBe(false)
    await due(6)
    expect(await overdue()).toBe(true)
  })

  it('ends with a student’s own extension', async () => {
    await due(6)
    const task = await addTask()
    await db
      .update(tasks)
      .set({ extended_until: hoursAgo(4) })
      .where(eq(tasks.id, task.id))
    const cell = cellOf(await journalOf(school.teacher), school.anna, school.marked)
    expect(cell.overdue).toBe(false)
    expect(cell.due_at).not.toBe((await journalOf(school.teacher)).assignments[0]?.due_at)
  })

  it('is never an excused task', async () => {
    await due(1)
    await addTask({ status: 'excused', attempts: [] })
    expect(await overdue()).toBe(false)
  })
})

describe('the average', () => {
  const average = async () => {
    const { rows } = await journalOf(school.teacher)
    return rows.find(({ student }) => student.id === school.anna.id)?.average
  }

  it('is the weighted share of the points; assignments without points and excused tasks do not count', async () => {
    expect(await average()).toBe(null)
    const task = await addTask()
    await score(school.teacher, task.id, { score: 8 })
    expect(await average()).toBe(80)
    const plain = await addTask({ assignment_id: school.plain.id })
    await score(school.teacher, plain.id, { score: 1 })
    expect(await average()).toBe(80)
    const extra = await buildLesson(db, { course_id: school.course.id, position: 3 })
    const heavy = await buildAssignment(db, { lesson_id: extra.id, criteria: points(4), weight: 3 })
    const third = await addTask({ assignment_id: heavy.id })
    await score(school.teacher, third.id, { score: 1 })
    expect(await average()).toBe(38.8)
    await db.update(tasks).set({ status: 'excused' }).where(eq(tasks.id, third.id))
    expect(await average()).toBe(80)
  })

  it('follows the weights', async () => {
    const assignment_id = school.marked.id
    // repeated, as by two merged tabs
    const body = { weights: [7, 0].map((weight) => ({ assignment_id, weight })) }
    const task = await addTask()
    await score(school.teacher, task.id, { score: 8 })
    const { token } = school.teacher
    const response = await call('PUT', `/api/courses/${school.course.id}/weights`, { token, body })
    expect(response.body.journal.assignments).toMatchObject([{ weight: 0 }, { weight: 1 }])
    expect(await average()).toBe(null)
  })

  it('accepts no weights of another course', async () => {
    const other = await buildSchool()
    const { token } = school.teacher
    const body = { weights: [{ assignment_id: other.marked.id, weight: 2 }] }
    expect((await call('PUT', `/api/courses/${school.course.id}/weights`, { token, body })).status).toBe(422)
    expect((await journalOf(other.teacher, other.course.id)).assignments[0]?.weight).toBe(1)
  })
})

describe('a score by hand', () => {
  it('is set, sent live, and kept with who, when and why', async () => {
    const task = await addTask()
    await db.delete(events)
    const response = await score(school.teacher, task.id, { score: 8.5, reason: 'Пересчитала критерии' })
    expect(response.status).toBe(200)
    expect(response.body.cell).toMatchObject({
      task_id: task.id,
      score: 8.5,
      changes: 1,
      status: { slug: 'submitted' },
    })
    expect(await historyOf(task.id)).toMatchObject([
      { user: { surname: 'Лосева' }, from: null, to: 8.5, reason: 'Пересчитала критерии' },
    ])
    const ofTask = eq(threadEntries.task_id, task.id)
    const lines = await db.select().from(threadEntries).where(ofTask).orderBy(threadEntries.id)
    expect(lines.at(-1)).toMatchObject({ kind: 'scored', text: 'нет → 8,5. Пересчитала критерии', attempt: 1 })
    const [notified] = await db.select().from(events)
    expect(notified).toMatchObject({ event: { type: 'task', happening: 'score', task_id: task.id } })
    expect(notified?.user_ids.toSorted()).toEqual([school.teacher.id, school.second.id, school.anna.id].toSorted())
  })

  it('is refused for an excused task', async () => {
    const task = await addTask({ status: 'excused', attempts: [] })
    expect((await score(school.teacher, task.id, { score: 5 })).status).toBe(409)
    expect(await historyOf(task.id)).toEqual([])
  })

  it('cannot exceed the max of the criteria', async () => {
    const task = await addTask()
    expect((await score(school.teacher, task.id, { score: 80 })).body.errors.score[0]).toMatch(/Не больше 10/)
    expect((await score(school.teacher, task.id, { score: -1 })).status).toBe(422)
    expect((await score(school.teacher, task.id, { score: 10 })).status).toBe(200)
  })

  it('of the same value is no change', async () => {
    const task = await addTask()
    await score(school.teacher, task.id, { score: 8 })
    await score(school.second, task.id, { score: 8 })
    expect(await historyOf(task.id)).toHaveLength(1)
  })

  it('does not overwrite one that the actor has not seen', async () => {
    const task = await addTask()
    await score(school.teacher, task.id, { score: 8 })
    await score(school.second, task.id, { score: 9 })
    const late = await score(school.teacher, task.id, { score: null, expected: 8 })
    expect([late.status, late.body.detail, late.body.score]).toEqual([409, expect.stringContaining('9'), 9])
    // a repeat of what is there already changes nothing
    expect((await score(school.teacher, task.id, { score: 9, expected: 8 })).status).toBe(200)
    expect(await historyOf(task.id)).toHaveLength(2)
    expect((await score(school.teacher, task.id, { score: null, expected: 9 })).body.cell.score).toBe(null)
  })

  it('set by two teachers at once is set twice, and the history shows both', async () => {
    const task = await addTask()
    for (let turn = 1; turn <= 5; turn += 1) {
      const responses = await Promise.all([
        score(school.teacher, task.id, { score: turn }),
        score(school.second, task.id, { score: turn + 5 }),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
    }
    const history = (await historyOf(task.id)).toReversed()
    expect(history).toHaveLength(10)
    expect(new Set(history.map(({ user }: { user: { id: number } }) => user.id)).size).toBe(2)
    // no change was lost: each starts where the previous one ended
    history.reduce((before: number | null, { from, to }: { from: number | null; to: number | null }) => {
      expect(from).toBe(before)
      return to
    }, null)
    const cell = cellOf(await journalOf(school.teacher), school.anna, school.marked)
    expect([cell.score, cell.changes]).toEqual([history.at(-1).to, 10])
  })
})

describe('the students', () => {
  const notified = () =>
    db.select().from(notifications).where(eq(notifications.user_id, school.anna.id)).orderBy(asc(notifications.id))
  const tenSecondsLater = async () => {
    await db.update(effects).set({ visible_at: hoursAgo(0.01) })
    await runEffects()
  }

  it('are notified of the last change only, once it can no longer be a slip', async () => {
    const task = await addTask()
    await score(school.teacher, task.id, { score: 1 })
    await score(school.teacher, task.id, { score: 8, reason: 'Опечатка' })
    await runEffects()
    expect(await notified()).toEqual([])
    await tenSecondsLater()
    expect(await notified()).toMatchObject([
      {
        type: 'task-scored',
        title: 'Оценка за работу <b>«Первый»</b>: 8',
        comment: 'Опечатка',
        actor_id: school.teacher.id,
      },
    ])
    await score(school.teacher, task.id, { score: null })
    await tenSecondsLater()
    expect((await notified()).map(({ title }) => title)).toEqual([
      'Оценка за работу <b>«Первый»</b>: 8',
      'Оценка за работу <b>«Первый»</b> снята',
    ])
  })

  it('are not notified of what was taken back', async () => {
    const task = await addTask()
    await score(school.teacher, task.id, { score: 1 })
    await score(school.teacher, task.id, { score: null, expected: 1 })
    expect(await db.select().from(effects).where(eq(effects.kind, 'task-scored'))).toEqual([])
    await tenSecondsLater()
    expect(await notified()).toEqual([])
  })
})
