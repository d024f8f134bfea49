import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StudentCell } from '#contract/journal/journal.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { events } from '#server/events/events.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { threadEntries } from '#server/threads/threads.table.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

/** A course of two students and two assignments that give 10 points and were due; Anna has handed in the first. */
const buildSchool = async () => {
  const [teacher, curator, anna, boris] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn({ name: 'Анна', surname: 'Белова' }),
    signedIn({ name: 'Борис', surname: 'Ветров' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id, boris.id] })
  const assignmentOf = async (name: string, position: number) => {
    const lesson = await buildLesson(db, { course_id: course.id, name, position })
    const criteria = [{ id: 1, name: 'Сетка', points: 10 }]
    return buildAssignment(db, { lesson_id: lesson.id, criteria, due_at: '2026-01-01T00:00:00.000Z' })
  }
  const first = await assignmentOf('Первый', 1)
  const second = await assignmentOf('Второй', 2)
  const task = await buildTask(db, {
    assignment_id: first.id,
    students: [anna.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 5 }],
  })
  return { teacher, curator, anna, boris, course, first, second, task }
}

let now: Awaited<ReturnType<typeof buildSchool>>
beforeEach(async () => {
  now = await buildSchool()
})

type Change = Record<string, unknown>
const cell = (assignment: { id: number }, student: { id: number }, change: Change) => ({
  assignment_id: assignment.id,
  student_id: student.id,
  ...change,
})
const set = (who: Signed, ...cells: Change[]) =>
  call('PUT', `/api/courses/${now.course.id}/journal/cells`, { token: who.token, body: { cells } })
const get = async (who = now.teacher) =>
  (await call('GET', `/api/courses/${now.course.id}/journal`, { token: who.token })).body.journal
const rowOf = async (student: Signed, who = now.teacher) =>
  (await get(who)).rows.find((row: { student: { id: number } }) => row.student.id === student.id)

describe('cells of the journal', () => {
  it('are set together, with the history, the line and the notification of each score', async () => {
    await db.delete(events)
    await db.delete(effects)
    const response = await set(
      now.teacher,
      cell(now.first, now.anna, { score: 8, expected: null }),
      cell(now.first, now.boris, { score: 6.5, expected: null }),
      cell(now.second, now.boris, { absent: true, comment: 'Болел' }),
    )
    expect(response.status).toBe(200)
    expect(response.body.cells).toMatchObject([
      { assignment_id: now.first.id, student_id: now.anna.id, task_id: now.task.id, score: 8, changes: 1 },
      { student_id: now.boris.id, score: 6.5, status: null, overdue: false },
      { assignment_id: now.second.id, task_id: null, score: null, absent: true, comment: 'Болел', overdue: false },
    ])
    expect(await rowOf(now.anna)).toMatchObject({ average: 80 })
    expect((await rowOf(now.boris)).cells).toMatchObject([{ score: 6.5 }, { absent: true, comment: 'Болел' }])
    const ofTask = eq(threadEntries.task_id, now.task.id)
    const lines = await db.select().from(threadEntries).where(ofTask).orderBy(threadEntries.id)
    expect(lines.at(-1)).toMatchObject({ kind: 'scored', text: 'нет → 8' })
    expect(await db.select().from(effects).where(eq(effects.kind, 'task-scored'))).toHaveLength(2)
    expect((await db.select().from(events)).map(({ event }) => event.type)).toEqual(['task', 'task', 'course'])
  })

  it('are none of them written when one has changed since, and the answer says what they are', async () => {
    await set(now.teacher, cell(now.first, now.anna, { score: 7 }))
    const { status, body } = await set(
      now.curator,
      cell(now.first, now.boris, { score: 3, expected: null }),
      cell(now.first, now.anna, { score: 9, expected: null }),
      cell(now.second, now.anna, { absent: true }),
    )
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:conflict'])
    expect(body.detail).toContain('Анна Белова, «Первый»: теперь 7')
    expect(body.errors).toEqual({ 'cells.1.score': ['теперь 7'] })
    expect(body.cells).toMatchObject([{ assignment_id: now.first.id, student_id: now.anna.id, score: 7 }])
    const repeated = await set(now.curator, cell(now.first, now.anna, { score: 7, expected: null }))
    expect(repeated.status).toBe(200)
    const { cells } = await rowOf(now.anna)
    expect(cells).toMatchObject([{ score: 7, changes: 1 }, { absent: false }])
    expect((await rowOf(now.boris)).cells).toMatchObject([{ score: null, task_id: null }, {}])
    expect((await db.select().from(tasks).where(eq(tasks.assignment_id, now.first.id))).length).toBe(1)
  })

  it('replace no comment that another teacher has changed since', async () => {
    const write = (who: Parameters<typeof set>[0], comment: string, expected_comment: string) =>
      set(who, cell(now.second, now.boris, { comment, expected_comment }))
    for (let time = 1; time <= 2; time += 1) expect((await write(now.teacher, 'Болел', '')).status).toBe(200)
    const { status, body } = await write(now.curator, 'Спросим в среду', '')
    expect([status, body.errors]).toEqual([409, { 'cells.0.comment': ['теперь комментарий «Болел»'] }])
    expect(body.detail).toContain('«Второй»: теперь комментарий «Болел»')
    expect(body.cells).toMatchObject([{ assignment_id: now.second.id, student_id: now.boris.id, comment: 'Болел' }])
    expect((await write(now.curator, 'Спросим в среду', 'Болел')).status).toBe(200)
    expect((await write(now.teacher, 'Болел', '')).body.cells).toMatchObject([{ comment: 'Спросим в среду' }])
  })

  it('of two teachers at once are those of one of them, and the other one learns of it', async () => {
    for (const was of [null, 5]) {
      if (was !== null) await set(now.teacher, cell(now.first, now.anna, { score: was }))
      const before = (await rowOf(now.boris)).cells
      const answers = await Promise.all(
        [now.teacher, now.curator].map((who, nth) =>
          set(
            who,
            cell(nth ? now.second : now.first, now.boris, { score: nth + 1, expected: before[nth ? 1 : 0].score }),
            cell(nth ? now.first : now.second, now.boris, { score: nth + 1, expected: before[nth ? 0 : 1].score }),
          ),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { cells } = await rowOf(now.boris)
      expect(cells[0].score).toBe(cells[1].score)
      await set(now.teacher, ...[now.first, now.second].map((it) => cell(it, now.boris, { score: null })))
    }
  })

  it('are refused for others’ assignments and students, above the max, and named twice', async () => {
    const [mine, stranger] = [now, await signedIn()]
    const other = await buildSchool()
    now = mine
    const good = cell(now.first, now.anna, { score: 4 })
    const refused = async (change: Change, field: string) => {
      const { status, body } = await set(now.teacher, good, change)
      expect([status, Object.keys(body.errors)]).toEqual([422, [`cells.1.${field}`]])
    }
    await refused(cell(other.first, now.anna, { absent: true }), 'assignment_id')
    await refused(cell(now.first, stranger, { absent: true }), 'student_id')
    await refused(cell(now.first, now.boris, { score: 11 }), 'score')
    await refused(cell(now.first, now.boris, { score: -1 }), 'score')
    await refused(good, 'student_id')
    expect((await set(now.teacher)).status).toBe(422)
    const many = Array.from({ length: 501 }, () => good)
    expect((await set(now.teacher, ...many)).status).toBe(422)
    expect((await set(now.anna, good)).status).toBe(403)
    expect((await set(stranger, good)).status).toBe(404)
    expect((await rowOf(now.anna)).cells).toMatchObject([{ score: null }, {}])
  })

  it('are excused by curators alone, with the comment as the reason', async () => {
    const excuse = cell(now.second, now.boris, { excused: true, comment: 'Олимпиада' })
    expect((await set(now.teacher, excuse)).status).toBe(403)
    const { body } = await set(now.curator, cell(now.first, now.boris, { score: 5 }), excuse)
    expect(body.cells).toMatchObject([{ score: 5 }, { status: { slug: 'excused' }, comment: 'Олимпиада' }])
    expect((await set(now.curator, excuse)).status).toBe(200)
    const late = await set(now.teacher, cell(now.second, now.boris, { score: 5, expected: null }))
    expect([late.status, late.body.errors]).toEqual([409, { 'cells.0.score': ['освобождён'] }])
  })

  it('give a team one score, and nobody a score of their own', async () => {
    const team = await buildTask(db, {
      assignment_id: now.second.id,
      students: [now.anna.id, now.boris.id],
      status: 'submitted',
      attempts: [{ content: '<p>Вместе.</p>', hoursAgo: 2 }],
    })
    const both = (...scores: number[]) =>
      set(now.teacher, ...[now.anna, now.boris].map((who, at) => cell(now.second, who, { score: scores[at] })))
    expect((await both(5, 6)).body.errors).toEqual({ 'cells.1.score': ['У команды одна оценка на всех.'] })
    expect((await both(5, 5)).body.cells).toMatchObject([
      { task_id: team.id, score: 5, changes: 1 },
      { score: 5, changes: 1 },
    ])
    const elsewhere = await buildCourse(db, { students: [now.teacher.id] })
    const lesson = await buildLesson(db, { course_id: elsewhere.id })
    const { id } = await buildAssignment(db, { lesson_id: lesson.id })
    await buildTask(db, { assignment_id: id, students: [now.teacher.id] })
    expect((await both(6, 6)).status).toBe(200)
    await db.execute(`insert into course_students (course_id, user_id) values (${now.course.id}, ${now.curator.id})`)
    expect((await set(now.curator, cell(now.first, now.curator, { score: 10 }))).status).toBe(403)
  })

  it('excuse a team together, and none of it alone', async () => {
    const students = [now.anna, now.boris]
    await buildTask(db, { assignment_id: now.second.id, students: students.map(({ id }) => id) })
    const excuse = (...excused: Signed[]) =>
      set(now.curator, ...excused.map((student) => cell(now.second, student, { excused: true })))
    const refused = await excuse(now.anna)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['cells.0.excused']])
    expect((await rowOf(now.boris)).cells[1].status).toBeNull()
    expect((await excuse(...students)).body.cells).toMatchObject(students.map(() => ({ status: { slug: 'excused' } })))
    // as it is already
    expect((await excuse(now.anna)).status).toBe(200)
  })

  it('of a deleted lesson take nothing new', async () => {
    await set(now.teacher, cell(now.second, now.boris, { absent: true }))
    await db.update(lessons).set({ deleted_at: '2026-02-01T00:00:00Z' }).where(eq(lessons.id, now.second.lesson_id))
    // what was noted stays
    expect((await get()).assignments).toHaveLength(2)
    const taken = await set(now.teacher, cell(now.second, now.anna, { score: 5 }))
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining('урок удалён')])
  })
})

describe('an absence', () => {
  const ofBoris = async (): Promise<StudentCell[]> => (await rowOf(now.boris)).cells

  it('is not overdue, counts for nothing until there is a score, and is taken back', async () => {
    expect((await ofBoris())[0]).toMatchObject({ overdue: true, absent: false })
    await set(now.teacher, cell(now.second, now.boris, { score: 8 }), cell(now.first, now.boris, { absent: true }))
    expect(await rowOf(now.boris)).toMatchObject({ average: 80, cells: [{ overdue: false, absent: true }, {}] })
    await set(now.teacher, cell(now.first, now.boris, { score: 4 }))
    expect(await rowOf(now.boris)).toMatchObject({ average: 60, cells: [{ absent: true, score: 4 }, {}] })
    await set(now.teacher, cell(now.first, now.boris, { score: null, absent: false }))
    expect(await rowOf(now.boris)).toMatchObject({ average: 80, cells: [{ overdue: true, absent: false }, {}] })
  })

  it('and a comment are seen by the student, not by classmates, and are in the export', async () => {
    await set(now.teacher, cell(now.first, now.boris, { absent: true, comment: 'Придёт в среду' }))
    await set(now.teacher, cell(now.first, now.boris, { comment: 'Придёт в пятницу' }))
    expect((await rowOf(now.boris, now.boris)).cells[0]).toMatchObject({ absent: true, comment: 'Придёт в пятницу' })
    expect(JSON.stringify(await get(now.anna))).not.toContain('Придёт')
    const path = `/api/courses/${now.course.id}/journal/export?format=csv`
    expect((await call('GET', path, { token: now.teacher.token })).body).toContain(
      '"Ветров Борис";"";;"Не был на занятии";"н";;',
    )
  })

  it('changes the score only when asked to', async () => {
    await set(now.teacher, cell(now.first, now.anna, { score: 6 }))
    await set(now.teacher, cell(now.first, now.anna, { absent: true }))
    expect((await rowOf(now.anna)).cells[0]).toMatchObject({ absent: true, score: 6 })
    const later = await call('PUT', `/api/tasks/${now.task.id}/score`, { token: now.teacher.token, body: { score: 7 } })
    expect(later.body.cell).toMatchObject({ absent: true, score: 7 })
  })
})
