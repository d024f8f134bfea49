import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxHighlights, maxHighlightText, maxNoteText, maxQuote } from '#contract/notes/note-limits.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { setStudents } from '#server/courses/enrolments.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { setRequirements } from '#server/lessons/reading.repo.ts'
import { deleteEmptiedNotes } from '#server/notes/notes.repo.ts'
import { exportParts, loadPart } from '#server/privacy/export.repo.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const [student, other, teacher, curator] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id, other.id] })
  const lesson = await buildLesson(db, { course_id: course.id, name: 'Сетка' })
  return { student, other, teacher, curator, course, lesson }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const id = (digit: string) => digit.repeat(32)
const quotation = { id: id('a'), start: 3, quote: 'Считаем шаг.', text: 'Проверить дома' }
const empty = { text: '', highlights: [], revision: 0, saved_at: null }

const read = ({ token }: Signed, query = '') => call('GET', `/api/lessons/${now.lesson.id}/note${query}`, { token })
const save = ({ token }: Signed, body: object) =>
  call('PUT', `/api/lessons/${now.lesson.id}/note`, { token, body: { text: '', highlights: [], revision: 0, ...body } })
const lessonOf = async ({ token }: Signed, query = '') =>
  (await call('GET', `/api/lessons/${now.lesson.id}${query}`, { token })).body.lesson

describe('a note on a lesson', () => {
  it('is kept with its quotations as it was typed, and read again', async () => {
    expect((await read(now.student)).body).toEqual({ note: empty })
    const body = { text: '  Шаг —\n24 пикселя\n', highlights: [quotation] }
    const first = await save(now.student, body)
    expect(first.status).toBe(200)
    expect(first.body.note).toEqual({ ...body, revision: 1, saved_at: expect.stringMatching(/Z$/) })
    expect((await read(now.student)).body).toEqual(first.body)
  })

  it('is seen by nobody else, not even by a curator or as a student', async () => {
    await save(now.student, { text: 'Только моё' })
    for (const person of [now.other, now.teacher, now.curator]) {
      expect((await read(person)).body).toEqual({ note: empty })
      expect((await read(person, '?as=student')).body).toEqual({ note: empty })
      expect(await lessonOf(person)).toMatchObject({ note: false })
    }
    expect(await lessonOf(now.teacher, '?as=student')).toMatchObject({ note: false })
    await save(now.teacher, { text: 'Для занятия' })
    expect(await lessonOf(now.teacher)).toMatchObject({ note: true })
    expect(await lessonOf(now.teacher, '?as=student')).toMatchObject({ note: false })
    expect((await read(now.student)).body.note.text).toBe('Только моё')
  })

  it('is announced by its lesson from the first save on', async () => {
    expect(await lessonOf(now.student)).toMatchObject({ note: false })
    await save(now.student, { text: 'Начало' })
    expect(await lessonOf(now.student)).toMatchObject({ note: true })
  })

  it('is never written over by a save that has not seen it', async () => {
    await save(now.student, { text: 'С телефона' })
    const late = await save(now.student, { text: 'С ноутбука' })
    expect([late.status, late.body.type]).toEqual([409, 'urn:praktika:problem:draft-behind'])
    expect((await read(now.student)).body.note).toMatchObject({ text: 'С телефона', revision: 1 })
    expect((await save(now.student, { text: 'Оба', revision: 1 })).body.note).toMatchObject({ revision: 2 })
    // emptied, it stays as a row: an old copy cannot bring it back
    expect((await save(now.student, { revision: 2 })).body.note).toMatchObject({ text: '', revision: 3 })
    expect((await save(now.student, { text: 'С телефона' })).status).toBe(409)
  })

  it('of two saves at once keeps one', async () => {
    const saves = await Promise.all(['Раз', 'Два', 'Три'].map((text) => save(now.student, { text })))
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await read(now.student)).body.note.revision).toBe(1)
  })

  it.each([
    ['a text', { text: 'я'.repeat(maxNoteText + 1) }],
    ['a quotation', { highlights: [{ ...quotation, quote: 'я'.repeat(maxQuote + 1) }] }],
    ['words about a quotation', { highlights: [{ ...quotation, text: 'я'.repeat(maxHighlightText + 1) }] }],
    [
      'a list',
      {
        highlights: Array.from({ length: maxHighlights + 1 }, (_, nth) => ({
          ...quotation,
          id: nth.toString(16).padStart(32, '0'),
        })),
      },
    ],
  ])('refuses %s that is too long, and keeps the rest', async (_, body) => {
    await save(now.student, { text: 'Было' })
    const { status } = await save(now.student, { ...body, revision: 1 })
    expect(status).toBe(422)
    expect((await read(now.student)).body.note).toMatchObject({ text: 'Было', revision: 1 })
  })

  it.each([
    ['an id of another kind', { ...quotation, id: 'x' }],
    ['no quote', { ...quotation, quote: '' }],
    ['a place before the text', { ...quotation, start: -1 }],
  ])('refuses a quotation with %s', async (_, highlight) => {
    expect((await save(now.student, { highlights: [highlight] })).status).toBe(422)
    expect((await save(now.student, { highlights: [quotation, quotation] })).status).toBe(422)
    expect((await lessonOf(now.student)).note).toBe(false)
  })

  it('keeps what no database could', async () => {
    const { body } = await save(now.student, { text: 'а\u0000б\ud800', highlights: [{ ...quotation, text: '\u0000' }] })
    expect(body.note).toMatchObject({ text: 'аб\ufffd', highlights: [{ text: '' }] })
  })
})

describe('a note goes with its lesson', () => {
  const archive = (person: Signed) =>
    loadPart(db, exportParts.lesson_notes as never, { id: person.id, email: 'any@example.org', login: null })

  it('out of reach, and stays in the archive of its owner', async () => {
    await save(now.student, { text: 'Моё', highlights: [quotation] })
    await updateLesson(db, now.lesson.id, { deleted_at: new Date().toISOString() })
    expect([(await read(now.student)).status, (await save(now.student, { revision: 1 })).status]).toEqual([404, 404])
    expect(await archive(now.student)).toMatchObject([{ lesson: 'Сетка', text: 'Моё', highlights: [quotation] }])
    expect(await archive(now.curator)).toEqual([])
    await updateLesson(db, now.lesson.id, { deleted_at: null })
    expect((await read(now.student)).body.note.text).toBe('Моё')
  })

  it('out of reach for who has left the course', async () => {
    await save(now.student, { text: 'Моё' })
    await setStudents(db, now.course.id, [now.other.id])
    expect([(await read(now.student)).status, (await save(now.student, { revision: 1 })).status]).toEqual([404, 404])
    expect(await archive(now.student)).toMatchObject([{ text: 'Моё' }])
  })

  it('behind its lock', async () => {
    const first = await buildLesson(db, { course_id: now.course.id, position: 0 })
    await setRequirements(db, now.lesson.id, [{ lesson_id: first.id, needs: 'read' }])
    expect([(await read(now.student)).status, (await save(now.student, { text: 'Моё' })).status]).toEqual([403, 403])
  })
})

it('forgets emptied notes after a quarter of a year, and no others', async () => {
  await save(now.student, { text: ' ' })
  await save(now.other, { highlights: [quotation] })
  await save(now.teacher, { text: 'Для занятия' })
  await deleteEmptiedNotes(db)
  expect((await read(now.student)).body.note.revision).toBe(1)
  await db.execute(sql`update lesson_notes set saved_at = now() - interval '91 days'`)
  await deleteEmptiedNotes(db)
  expect((await read(now.student)).body.note.revision).toBe(0)
  expect((await read(now.other)).body.note.revision).toBe(1)
  expect((await read(now.teacher)).body.note.revision).toBe(1)
})
