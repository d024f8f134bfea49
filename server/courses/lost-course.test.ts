import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { insertColumn } from '#server/journal/journal-columns.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { everyKind as questions } from '#server/quizzes/every-kind.fixture.ts'
import { buildQuiz } from '#server/quizzes/quizzes.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

/** A teacher loses a course at the very moment when they change something of it. */

const { db, call, signedIn } = await testApp()

const school = async () => {
  const teacher = await signedIn({ role: 'teacher' })
  const course = await buildCourse(db, { teachers: [teacher.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const column = await insertColumn(db, { course_id: course.id, name: 'Диктант', held_on: '2026-11-10' })
  const section = await buildSection(db, course.id, 'Раздел')
  const quiz = await buildQuiz(db, { lesson_id: lesson.id })
  const [ofCourse, ofLesson] = [`/api/courses/${course.id}`, `/api/lessons/${lesson.id}`]
  return { teacher, course, lesson, column, section, quiz, ofCourse, ofLesson }
}

type Act = ['POST' | 'PUT' | 'DELETE', string, object?]

const acts: [string, (now: Awaited<ReturnType<typeof school>>) => Act][] = [
  [
    'a move',
    ({ ofCourse, lesson }) => ['POST', `${ofCourse}/moves`, { kind: 'lesson', id: lesson.id, after_id: null }],
  ],
  ['a new section', ({ ofCourse }) => ['POST', `${ofCourse}/sections`, { name: 'Ещё' }]],
  ['the name of a section', ({ section }) => ['PUT', `/api/sections/${section.id}`, { name: 'Иначе' }]],
  ['a section less', ({ section }) => ['DELETE', `/api/sections/${section.id}`]],
  ['quizzes', ({ ofLesson }) => ['PUT', `${ofLesson}/quizzes`, { quizzes: [] }]],
  ['a new quiz', ({ ofLesson }) => ['POST', `${ofLesson}/quizzes`, { title: 'Ещё', questions }]],
  ['one quiz', ({ quiz }) => ['PUT', `/api/quizzes/${quiz.id}`, { title: 'Иначе', questions }]],
  ['a new column', ({ ofCourse }) => ['POST', `${ofCourse}/journal/columns`, { name: 'Ещё', held_on: '2026-11-11' }]],
  ['a column', ({ column }) => ['PUT', `/api/journal/columns/${column.id}`, { name: 'Иначе' }]],
  ['a column less', ({ column }) => ['DELETE', `/api/journal/columns/${column.id}`]],
  ['tasks shared out', ({ ofCourse }) => ['POST', `${ofCourse}/share-out`]],
]

it.each(acts)('%s of a course that its teacher has just lost is refused', async (_, act) => {
  const now = await school()
  const [method, path, body] = act(now)
  const letGo = await hold(db, sql`select 1 from courses where id = ${now.course.id} for no key update`)
  const response = call(method, path, { token: now.teacher.token, ...(body && { body }) })
  await expect.poll(() => countWaiting(db)).toBe(1)
  await db.execute(sql`delete from course_teachers where course_id = ${now.course.id}`)
  await letGo()
  expect((await response).status).toBe(404)
})
