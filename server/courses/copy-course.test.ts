import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildQuiz, buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, deps, call, signedIn } = await testApp()

const school = async () => {
  const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
  const course = await buildCourse(db, {
    name: 'Плакат',
    announced: true,
    starts_on: '2026-09-01',
    teachers: [teacher.id],
    students: [student.id],
  })
  const section = await buildSection(db, course.id, 'Сетка', 1)
  const picture = await addFile(db, teacher.id)
  const first = await buildLesson(db, {
    course_id: course.id,
    section_id: section.id,
    name: 'Первый',
    content: `<p><img src="/files/${picture.id}" alt="" /></p>`,
  })
  await replaceUses(db, { owner: 'lesson', id: first.id }, [{ file_id: picture.id, position: null }])
  const second = await buildLesson(db, {
    course_id: course.id,
    name: 'Второй',
    position: 2,
    publish_at: '2026-09-08T07:00:00.000Z',
  })
  await buildAssignment(db, { lesson_id: second.id, due_at: '2026-09-15T20:59:00.000Z', reviewer_ids: [teacher.id] })
  const after = [{ lesson_id: first.id, needs: 'read' }]
  await call('PUT', `/api/lessons/${second.id}`, { token: teacher.token, body: { after } })
  return { teacher, student, course, first, second }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const copy = (body: object) => call('POST', `/api/courses/${now.course.id}/copy`, { token: now.teacher.token, body })
const lesson = async (id: number) => (await call('GET', `/api/lessons/${id}`, { token: now.teacher.token })).body.lesson

it('is a draft with the same lessons, without people', async () => {
  const { status, body } = await copy({})
  expect(status).toBe(201)
  const { course } = body
  expect([course.name, course.status.slug, course.announced, course.student_count]).toEqual([
    'Плакат (копия)',
    'draft',
    false,
    0,
  ])
  expect(course.teachers.map(({ id }: { id: number }) => id)).toEqual([now.teacher.id])
  expect(course.sections.map(({ name }: { name: string }) => name)).toEqual(['Сетка'])
  expect(course.lessons.map(({ name }: { name: string }) => name)).toEqual(['Второй', 'Первый'])
  const [second, first] = course.lessons
  expect(first.section_id).toBe(course.sections[0].id)
  expect([first.id, second.id]).not.toContain(now.first.id)
  // its picture is shown, and what comes first is the copy's own lesson
  expect((await lesson(first.id)).content).toMatch(/src="\/files\/[0-9a-f]+\?/)
  const copied = await lesson(second.id)
  expect(copied.after).toEqual([{ lesson_id: first.id, needs: 'read' }])
  expect([copied.publish_at, copied.assignment.due_at]).toEqual([
    '2026-09-08T07:00:00.000Z',
    '2026-09-15T20:59:00.000Z',
  ])
  expect(copied.assignment.reviewer_ids).toEqual([])
})

it('links to its own lessons and to itself; other links stay', async () => {
  const { course, teacher, first, second } = now
  const other = await buildLesson(db, { course_id: (await buildCourse(db, {})).id })
  const textOf = (lessonId: number, courseId: number) =>
    [
      `<p><a href="/lessons/${lessonId}">Урок</a> <a href="${deps.config.publicUrl}/lessons/${lessonId}?work#task">он же</a>`,
      `<a href="/courses/${courseId}?view=journal">Курс</a> <a href="/lessons/${other.id}">Другой</a>`,
      `<a href="https://other.example/lessons/${first.id}">Чужой</a></p>`,
    ].join(' ')
  const text = textOf(first.id, course.id)
  const put = (path: string, body: object) => call('PUT', path, { token: teacher.token, body })
  await put(`/api/courses/${course.id}`, { content: text, announcement: text })
  await put(`/api/lessons/${second.id}`, { content: text, assignment: { text } })
  const { course: made } = (await copy({})).body
  const ids = made.lessons.map(({ id }: { id: number }) => id)
  const copied = await lesson(ids[0])
  const expected = textOf(ids[1], made.id).replaceAll(deps.config.publicUrl, '')
  const plain = (html: string) => html.replace(/ (?:target|rel)="[^"]*"/g, '')
  for (const html of [made.content, made.announcement, copied.content, copied.assignment.text])
    expect(plain(html)).toBe(expected)
})

it('asks no quiz that was taken out of the text', async () => {
  await buildQuizInText(db, { lesson_id: now.first.id, title: 'В тексте' })
  await buildQuiz(db, { lesson_id: now.first.id, title: 'Без текста', position: 1 })
  await buildQuiz(db, { lesson_id: now.first.id, title: 'Убран', position: 2, placed: true })
  const { course } = (await copy({})).body
  const path = `/api/lessons/${course.lessons[1].id}/quizzes`
  const titles = async (query = '') =>
    (await call('GET', `${path}${query}`, { token: now.teacher.token })).body.quizzes.map(
      ({ title }: { title: string }) => title,
    )
  expect(await titles('?as=student')).toEqual(['В тексте', 'Без текста'])
  // its teachers may still put it back
  expect(await titles()).toEqual(['В тексте', 'Без текста', 'Убран'])
})

it('moves every date by the same number of days', async () => {
  const dates = async (body: object) => {
    const { course } = (await copy(body)).body
    const { publish_at, assignment } = await lesson(course.lessons[0].id)
    return [course.starts_on, publish_at, assignment.due_at]
  }
  const aWeekLater = ['2026-09-08', '2026-09-15T07:00:00.000Z', '2026-09-22T20:59:00.000Z']
  expect(await dates({ shift_days: 7 })).toEqual(aWeekLater)
  expect(await dates({ starts_on: '2026-09-08', name: 'Плакат, осень' })).toEqual(aWeekLater)
  expect(await dates({ shift_days: -365 })).toEqual([
    '2025-09-01',
    '2025-09-08T07:00:00.000Z',
    '2025-09-15T20:59:00.000Z',
  ])
  for (const body of [
    { starts_on: '2026-09-08', shift_days: 7 },
    { starts_on: '9999-12-31' },
    { starts_on: '0026-09-01' },
  ])
    expect((await copy(body)).status).toBe(422)
})

it('counts from the first date when the course has no start', async () => {
  await call('PUT', `/api/courses/${now.course.id}`, { token: now.teacher.token, body: { starts_on: null } })
  const { course } = (await copy({ starts_on: '2026-09-09' })).body
  expect((await lesson(course.lessons[0].id)).publish_at).toBe('2026-09-09T07:00:00.000Z')
})

it('notifies the students of lessons that open later', async () => {
  const { course } = (await copy({ shift_days: 3650 })).body
  const waiting = (await db.select().from(effects)).filter(({ kind }) => kind === 'lesson-published')
  expect(waiting.map(({ payload }) => payload)).toEqual([{ lesson_id: course.lessons[0].id, actor_id: now.teacher.id }])
})

it('has what a colleague has saved at the same moment, and moves by the start of that moment', async () => {
  const { course, teacher, second } = now
  const letGo = await hold(db, sql`select 1 from courses where id = ${course.id} for no key update`)
  const body = { name: 'Афиша', summary: 'Про афиши', starts_on: '2026-09-03' }
  const saved = call('PUT', `/api/courses/${course.id}`, { token: teacher.token, body })
  await expect.poll(() => countWaiting(db)).toBe(1)
  const copied = copy({ starts_on: '2027-09-03' })
  await expect.poll(() => countWaiting(db)).toBe(2)
  await letGo()
  expect((await saved).status).toBe(200)
  const made = (await copied).body.course
  expect(made).toMatchObject({ name: expect.stringContaining('Афиша'), summary: 'Про афиши' })
  const { id } = made.lessons.find(({ name }: { name: string }) => name === second.name)
  expect((await lesson(id)).publish_at).toBe('2027-09-08T07:00:00.000Z')
})
