import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { setRequirements } from '#server/lessons/reading.repo.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

const school = async () => {
  const [student, teacher, curator, stranger] = await Promise.all([
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn({ role: 'teacher' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const section = await buildSection(db, course.id, 'Вёрстка')
  const of = { course_id: course.id, section_id: section.id }
  const first = await buildLesson(db, { ...of, name: 'Сетка' })
  await buildAssignment(db, { lesson_id: first.id })
  const locked = await buildLesson(db, { ...of, name: 'Поля', position: 2 })
  await setRequirements(db, locked.id, [{ lesson_id: first.id, needs: 'accepted' }])
  const draft = await buildLesson(db, { ...of, name: 'Черновик', position: 3, status: 'draft' })
  const later = await buildLesson(db, { ...of, name: 'Позже', position: 4, publish_at: '2099-01-01T00:00:00.000Z' })
  return { student, teacher, curator, stranger, course, first, locked, draft, later }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const get = async (path: string, { token }: { token: string }) => {
  const { status, body } = await call('GET', path, { token })
  return { status, body }
}
const course = () => `/api/courses/${now.course.id}`
const lesson = ({ id }: { id: number }) => `/api/lessons/${id}`

it('shows quizzes without their answers to staff who ask as a student', async () => {
  const body = {
    quizzes: [
      {
        title: 'Проверьте себя',
        attempts: null,
        shuffle: false,
        questions: [
          { kind: 'text', text: 'Сколько колонок?', points: 1, explanation: 'Двенадцать.', accepted: ['12'] },
        ],
      },
    ],
  }
  const { token } = now.teacher
  const saved = await call('PUT', `${lesson(now.first)}/quizzes`, { token, body })
  expect(saved.status).toBe(200)
  const content = `<div data-quiz="${saved.body.quizzes[0].id}"></div>`
  expect((await call('PUT', lesson(now.first), { token, body: { content } })).status).toBe(200)
  const path = `${lesson(now.first)}/quizzes`
  const seen = await get(`${path}?as=student`, now.teacher)
  expect(seen.status).toBe(200)
  expect(seen.body.quizzes).toMatchObject([{ title: 'Проверьте себя' }])
  expect(JSON.stringify(seen.body)).not.toMatch(/accepted|Двенадцать/)
  expect(JSON.stringify((await get(path, now.teacher)).body)).toContain('Двенадцать')
})

describe('what staff get as a student', () => {
  it.each(['teacher', 'curator'] as const)('is what a new student of the course gets: for a %s', async (who) => {
    const reader = now[who]
    const { first, locked, draft, later, student } = now
    // what they have done themselves is not a student's
    await call('POST', `${lesson(first)}/read`, { token: reader.token })
    for (const path of [course(), lesson(first), lesson(locked), lesson(draft), lesson(later)]) {
      const seen = await get(`${path}?as=student`, reader)
      expect(seen, path).toEqual(await get(path, student))
      expect(seen, path).not.toEqual(await get(path, reader))
    }
    expect((await get(`${course()}?as=student`, reader)).body.course.lessons).toMatchObject([
      { name: 'Сетка', read: false, task: null, locked: null },
      { name: 'Поля', locked: { by: { lesson_id: first.id, needs: 'accepted' } } },
    ])
    expect((await get(`${lesson(locked)}?as=student`, reader)).status).toBe(403)
    expect((await get(`${lesson(draft)}?as=student`, reader)).status).toBe(404)
  })

  it('is nothing while the course is a draft', async () => {
    await updateCourse(db, now.course.id, { status: 'draft' })
    expect((await get(`${course()}?as=student`, now.teacher)).status).toBe(404)
    expect((await get(`${lesson(now.first)}?as=student`, now.teacher)).status).toBe(404)
    expect((await get(course(), now.teacher)).status).toBe(200)
  })

  it('changes when a lesson opens', async () => {
    const names = async () =>
      (await get(`${course()}?as=student`, now.teacher)).body.course.lessons.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Сетка', 'Поля'])
    await call('PUT', lesson(now.draft), { token: now.teacher.token, body: { status: 'published' } })
    expect(await names()).toEqual(['Сетка', 'Поля', 'Черновик'])
  })
})

it('shows students what they get anyway, strangers nothing, and refuses other views', async () => {
  const { student, stranger, teacher, first } = now
  await call('POST', `${lesson(first)}/read`, { token: student.token })
  for (const path of [course(), lesson(first)]) {
    expect(await get(`${path}?as=student`, student)).toEqual(await get(path, student))
    expect((await get(`${path}?as=student`, stranger)).status).toBe(404)
    expect((await call('GET', `${path}?as=student`)).status).toBe(401)
    expect((await get(`${path}?as=curator`, teacher)).status).toBe(422)
  }
  expect((await get(`${lesson(first)}?as=student`, student)).body.lesson.read).toBe(true)
})
