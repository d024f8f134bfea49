import { beforeEach, describe, expect, it } from 'vitest'
import type { Scale } from '#contract/journal/scales.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { siteSettings } from '#server/site/site.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { app, call, db, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses', 'site_settings'))

const build = async () => {
  const [teacher, student, curator] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn(),
    signedIn({ role: 'curator' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const criteria = [{ id: 1, name: 'Сетка', points: 10 }]
  const assignment = await buildAssignment(db, { lesson_id: lesson.id, criteria })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [student.id],
    status: 'accepted',
    attempts: [
      { content: '', hoursAgo: 2, review: { user_id: teacher.id, hoursAgo: 1, verdict: 'accepted', score: 8 } },
    ],
  })
  const setScale = (scale: string) =>
    call('PUT', `/api/courses/${course.id}`, { token: teacher.token, body: { scale } })
  const get = async (url: string, { token } = student) => (await call('GET', url, { token })).body
  return { teacher, student, curator, course, assignment, task, setScale, get }
}

describe('the scale of a course', () => {
  it('is points until its teacher chooses another; others are refused', async () => {
    const { course, setScale, get } = await build()
    expect((await get(`/api/courses/${course.id}`)).course.scale).toBe('points')
    const set = await setScale('2-5')
    expect([set.status, set.body.course.scale]).toEqual([200, '2-5'])
    const refused = await setScale('1-12')
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['scale']])
  })

  it('changes what is shown and nothing that is kept', async () => {
    const { course, task, setScale, get } = await build()
    expect((await get(`/api/tasks/${task.id}`)).task).not.toHaveProperty('mark')
    const shown: Record<string, string> = { '2-5': '4', pass: 'зачёт', percent: '80\u00a0%' }
    for (const scale of Object.keys(shown) as Scale[]) {
      await setScale(scale)
      const { journal } = await get(`/api/courses/${course.id}/journal`)
      expect([journal.grading.scale, journal.rows[0].cells[0].score]).toEqual([scale, 8])
      expect((await get(`/api/tasks/${task.id}`)).task).toMatchObject({ score: 8, mark: shown[scale] })
      expect((await get('/api/tasks?status=all')).tasks ?? []).not.toContainEqual(
        expect.objectContaining({ mark: '8' }),
      )
    }
    await setScale('points')
    const { journal } = await get(`/api/courses/${course.id}/journal`)
    expect([journal.grading.scale, journal.rows[0].cells[0].score]).toEqual(['points', 8])
  })

  it('follows the borders of the school at once, which a curator sets in order', async () => {
    const { course, curator, setScale, get } = await build()
    const setBorders = (mark_borders: object) =>
      call('PUT', '/api/settings/school', { token: curator.token, body: { mark_borders } })
    await setScale('2-5')
    const first = await get(`/api/courses/${course.id}/journal`)
    expect(first.journal.grading.borders).toEqual({ five: 90, four: 75, three: 50, pass: 50 })
    const borders = { five: 80, four: 60, three: 40, pass: 60 }
    expect((await setBorders(borders)).body.school.mark_borders).toEqual(borders)
    expect((await get(`/api/courses/${course.id}/journal`)).journal.grading.borders).toEqual(borders)
    expect((await setBorders({ ...borders, five: 60 })).status).toBe(422)
    expect((await db.select().from(siteSettings))[0]?.value).toMatchObject({ mark_borders: borders })
  })

  it('is that of the exported table', async () => {
    const { course, teacher, setScale } = await build()
    await setScale('2-5')
    const url = `/api/courses/${course.id}/journal/export?format=csv&time_zone=Europe/Moscow`
    const { body } = await app.inject({ url, headers: { authorization: `Bearer ${teacher.token}` } })
    expect(body).toContain(': оценка"')
    expect(body.split('\r\n')[1]).toContain(';4;')
  })
})
