import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses'))

/** A journal with an assignment and a column without a hand-in. */
const build = async () => {
  const [teacher, anna] = await Promise.all([signedIn({ role: 'teacher' }), signedIn()])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [anna.id] })
  const lesson = await buildLesson(db, { course_id: course.id, name: 'Письмо' })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  const path = `/api/courses/${course.id}`
  const put = (to: string, body: object) => call('PUT', `${path}/${to}`, { token: teacher.token, body })
  const body = { name: 'Ответ', held_on: '2026-09-14' }
  const { column } = (await call('POST', `${path}/journal/columns`, { token: teacher.token, body })).body
  const journal = async () => (await call('GET', `${path}/journal`, { token: teacher.token })).body.journal
  return { assignment: assignment.id, column: column.id as number, anna: anna.id, put, journal }
}

describe.each(['assignment', 'column'] as const)('of an %s', (kind) => {
  const name = kind === 'column' ? 'Ответ' : 'Письмо'

  it('a weight that somebody has changed since is left, and the refusal has it', async () => {
    const { put, journal, ...ids } = await build()
    const set = (weight: number, expected?: number) =>
      put('weights', { weights: [{ assignment_id: ids[kind], weight, expected }] })
    const weightNow = async () =>
      (await journal()).assignments.find(({ id }: { id: number }) => id === ids[kind]).weight as number
    expect((await set(2, 1)).status).toBe(200)
    // a repeat
    expect((await set(2, 1)).status).toBe(200)
    for (const weight of [1, 3]) {
      const { status, body } = await set(weight, 1)
      expect(status).toBe(409)
      expect(body.detail).toContain(`«${name}»: теперь 2`)
      expect(body.weights).toEqual([{ assignment_id: ids[kind], weight: 2 }])
      expect(await weightNow()).toBe(2)
    }
    expect((await set(3, 2)).status).toBe(200)
    expect((await set(4)).status).toBe(200)
    expect(await weightNow()).toBe(4)
  })

  it('an absence that somebody has noted since is left, and the refusal has it', async () => {
    const { put, journal, ...ids } = await build()
    const set = (change: object) =>
      put('journal/cells', { cells: [{ assignment_id: ids[kind], student_id: ids.anna, ...change }] })
    const cellNow = async () =>
      (await journal()).rows[0].cells.find((cell: { assignment_id: number }) => cell.assignment_id === ids[kind])
    expect((await set({ absent: true, expected_absent: false })).status).toBe(200)
    // a repeat
    expect((await set({ absent: true, expected_absent: false })).status).toBe(200)
    const { status, body } = await set({ score: 5, expected: null, absent: false, expected_absent: false })
    expect(status).toBe(409)
    expect(body.detail).toContain(`«${name}»: теперь «н»`)
    expect(body.errors).toEqual({ 'cells.0.absent': ['теперь «н»'] })
    expect(body.cells).toMatchObject([{ student_id: ids.anna, score: null, absent: true }])
    expect(await cellNow()).toMatchObject({ score: null, absent: true })
    expect((await set({ score: 5, expected: null, absent: false, expected_absent: true })).status).toBe(200)
    expect(await cellNow()).toMatchObject({ score: 5, absent: false })
    expect((await set({ absent: true, expected_absent: true })).body.errors).toEqual({
      'cells.0.absent': ['«н» уже нет'],
    })
  })
})
