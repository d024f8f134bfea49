import { beforeEach, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { courseStudents, courseTeachers } from '#server/courses/courses.table.ts'
import { noteFilled } from '#server/organisation/filled-mark.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { findOrganisationRecord, updateOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const editor = editorOf(call, curator)
const course = await buildCourse(db, { name: 'Вёрстка', announced: true, seats: 10 })

const longAgo = '2026-01-12T09:00:00.000Z'
const numbers = [4, 6, 7, 8, 10]
const changedPages = async () => {
  const pages = await Promise.all(numbers.map((number) => editor.read(number)))
  return pages.filter(({ updated_at }) => updated_at !== longAgo).map(({ number }) => number)
}

beforeEach(async () => {
  for (const number of numbers) await editor.write(number, contentOf({}, { before: `<p>${crypto.randomUUID()}</p>` }))
  await noteFilled(db)
  const then = { changed_at: longAgo, published_at: longAgo, filled_at: null }
  for (const number of numbers) await updateOrganisationRecord(db, number, then)
})

it('is unchanged while the platform’s data are', async () => {
  await noteFilled(db)
  expect(await changedPages()).toEqual([])
})

it('changes on every page that lists a course when it is published, at once and from then on', async () => {
  const begun = new Date().toISOString()
  const { id } = await buildCourse(db, { name: 'Шрифт', announced: true })
  expect(await changedPages()).toEqual([4, 7, 8, 10])
  await noteFilled(db)
  const { filled_at } = (await findOrganisationRecord(db, 10)) ?? {}
  expect((filled_at ?? '') >= begun).toBe(true)
  await noteFilled(db)
  expect(await editor.read(10)).toMatchObject({ updated_at: filled_at, published_at: longAgo })
  await updateCourse(db, id, { status: 'archived' })
  expect((await editor.read(10)).updated_at > (filled_at ?? '')).toBe(true)
})

it('changes for teachers with a new teacher, and for counts with a new student', async () => {
  const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
  await db.insert(courseTeachers).values({ course_id: course.id, user_id: teacher.id })
  expect(await changedPages()).toEqual([6])
  await db.insert(courseStudents).values({ course_id: course.id, user_id: student.id })
  expect(await changedPages()).toEqual([4, 6, 10])
})

it('ignores the platform where the school fills a field in itself, or leaves it out', async () => {
  const from = `course:${course.id}`
  const rows = [{ id: 'a', from, values: { numberPVacant: { text: '3' } } }]
  await editor.write(10, { ...contentOf({}), blocks: { vacant: { rows } } })
  const { updated_at } = await editor.read(10)
  await updateCourse(db, course.id, { seats: 20 })
  expect((await editor.read(10)).updated_at).toBe(updated_at)
  await updateCourse(db, course.id, { name: 'Сетка' })
  expect((await editor.read(10)).updated_at > updated_at).toBe(true)
  await editor.write(10, {
    ...contentOf({}),
    blocks: { vacant: { rows: [{ id: 'a', from, hidden: true, values: {} }] } },
  })
  const { updated_at: published } = await editor.read(10)
  await updateCourse(db, course.id, { name: 'Поля' })
  expect((await editor.read(10)).updated_at).toBe(published)
})

it('of a published correction has its own day', async () => {
  const { id } = await buildCourse(db, { name: 'Цвет', announced: true })
  await noteFilled(db)
  const noted = (await editor.read(10)).updated_at
  const rows = [{ id: 'a', from: `course:${id}`, values: { numberPVacant: { text: '3' } } }]
  await editor.write(10, { ...contentOf({}), blocks: { vacant: { rows } } })
  const record = await findOrganisationRecord(db, 10)
  expect(record?.filled_at).toBe(noted)
  expect((await editor.read(10)).updated_at).toBe(record?.changed_at)
})
