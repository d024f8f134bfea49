import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { archiveOf, lessonInArchive } from '#server/imports/archive.fixture.ts'
import { importing } from '#server/imports/imports.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db, call, signedIn } = app
const { run } = importing(app)
const teacher = await signedIn({ role: 'teacher' })
const curator = await signedIn({ role: 'curator' })
const student = await signedIn()

const asTeacher = (method: 'POST' | 'PUT', path: string, body: object) =>
  call(method, path, { token: teacher.token, body })
const undo = (id: number, token = teacher.token) => call('DELETE', `/api/imports/${id}`, { token })

/** Imports a lesson, into a course of its own or a given one. */
const imported = (course?: number) =>
  run(teacher, 'markdown', { bytes: Buffer.from('# Лекция\n\nТекст.'), name: 'Лекция.md', course })

/** Whether the only import of a course, whose report stays for a day, is offered to be undone. */
const offered = async (courseId: number) => {
  const { body } = await call('GET', `/api/courses/${courseId}/imports`, { token: teacher.token })
  expect(body.imports).toHaveLength(1)
  return body.imports[0].undoable
}

describe('undoing an import', () => {
  it('is for those who can edit its course, which is not in the bin', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const { id } = await imported(course.id)
    const body = { user_ids: [curator.id] }
    expect((await call('PUT', `/api/courses/${course.id}/teachers`, { token: curator.token, body })).status).toBe(200)
    expect((await undo(id)).status).toBe(404)
    await call('DELETE', `/api/courses/${course.id}`, { token: curator.token })
    expect([(await undo(id)).status, (await undo(id, curator.token)).status]).toEqual([404, 404])
    expect((await call('POST', `/api/courses/${course.id}/restore`, { token: curator.token })).status).toBe(200)
    expect((await undo(id, curator.token)).status).toBe(204)
  })

  it('is refused, and not offered, once a student has read one of its lessons', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
    const { id, lesson_ids } = await imported(course.id)
    const read = (userId: number) =>
      db.execute(sql`insert into lesson_reads (lesson_id, user_id) values (${lesson_ids[0]}, ${userId})`)
    await read(teacher.id)
    expect(await offered(course.id)).toBe(true)
    await read(student.id)
    const { status, body } = await undo(id)
    expect([await offered(course.id), status, body.detail]).toEqual([
      false,
      409,
      expect.stringContaining('прочитали их'),
    ])
  })

  it('is refused, and not offered, once one of its lessons was changed', async () => {
    const quiz = { title: 'Тест', questions: [{ kind: 'text', text: 'Что?', accepted: ['а'], points: 1 }] }
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Лекция', content: '<p>Переписано</p>' }],
      ['POST', '/quizzes', quiz],
    ] as const) {
      const course = await buildCourse(db, { teachers: [teacher.id] })
      const { id, lesson_ids } = await imported(course.id)
      const path1 = `/api/lessons/${lesson_ids[0]}`
      await call('PUT', path1, { token: teacher.token, body: { name: 'Лекция', status: 'published' } })
      expect(await offered(course.id)).toBe(true)
      expect((await call(method, path1 + path, { token: teacher.token, body })).status).toBeLessThan(300)
      const undone = await undo(id)
      expect([await offered(course.id), undone.status, undone.body.detail]).toEqual([
        ...[false, 409],
        expect.stringContaining('уже меняли'),
      ])
    }
  })

  it.each([
    ['of a course of its own', false],
    ['into a course', true],
  ])(
    '%s is refused, and not offered, once its sections or the order of its lessons were changed',
    async (_, isInto) => {
      const lesson = (name: string, section: number | null) => lessonInArchive({ name, section })
      const lessons = [lesson('Два', 1), lesson('Ноль', null), lesson('Раз', 0), lesson('Полтора', 0)]
      const bytes = await archiveOf({ sections: [{ name: 'Начало' }, { name: 'Конец' }], lessons })
      const change = async (
        act: (outline: { course: string; section: number; lessons: number[] }) => Promise<{ status: number }>,
      ) => {
        const into = isInto ? await buildCourse(db, { teachers: [teacher.id] }) : undefined
        const made = await run(teacher, 'archive', { bytes, course: into?.id })
        expect(made.status).toBe('done')
        const path = `/api/courses/${made.course_id}`
        const { body } = await call('GET', path, { token: teacher.token })
        const { status } = await act({ course: path, section: body.course.sections[0].id, lessons: made.lesson_ids })
        expect(status).toBeLessThan(300)
        return [await offered(made.course_id), (await undo(made.id)).status]
      }
      const move = (course: string, kind: string, id: number | undefined, place: object) =>
        asTeacher('POST', `${course}/moves`, { kind, id, ...place })
      for (const act of [
        ({ section }) => asTeacher('PUT', `/api/sections/${section}`, { name: 'Введение' }),
        ({ course, section: id }) =>
          call('GET', course, { token: teacher.token }).then(({ body }) =>
            move(course, 'section', id, { after_id: body.course.sections[1].id }),
          ),
        ({ course, section, lessons }) => move(course, 'lesson', lessons[3], { section_id: section, after_id: null }),
        ({ course, lessons }) => move(course, 'lesson', lessons[2], { section_id: null, after_id: null }),
      ] satisfies Parameters<typeof change>[0][])
        expect(await change(act)).toEqual([false, 409])
      const addMore = ({ course }: { course: string }) => asTeacher('POST', `${course}/sections`, { name: 'Ещё' })
      expect(await change(isInto ? addMore : async () => ({ status: 200 }))).toEqual([true, 204])
    },
  )

  it('of a whole course is refused, and not offered, once somebody takes it or has its certificate', async () => {
    for (const statement of [
      (id: number) => sql`insert into course_students (course_id, user_id) values (${id}, ${student.id})`,
      (id: number) => sql`insert into certificates (number, user_id, course_id, name, course, issued_on)
        values (${`AAAA-${id}`}, ${student.id}, ${id}, 'Анна Ким', 'Курс', '2026-11-20')`,
    ]) {
      const { id, course_id } = await imported()
      expect(await offered(course_id)).toBe(true)
      await db.execute(statement(course_id))
      const { status, body } = await undo(id)
      expect([await offered(course_id), status, body.detail]).toEqual([
        ...[false, 409],
        expect.stringContaining('уже кто-то учится'),
      ])
    }
  })

  it.each<[string, (course: number) => Promise<{ status: number }>]>([
    ['its description is rewritten', (id) => asTeacher('PUT', `/api/courses/${id}`, { content: '<p>Своё</p>' })],
    ['it is renamed', (id) => asTeacher('PUT', `/api/courses/${id}`, { name: 'Физика' })],
    ['it has a section', (id) => asTeacher('PUT', `/api/courses/${id}`, { sections: [{ name: 'Начало' }] })],
    [
      'somebody else teaches it',
      (id) => asTeacher('PUT', `/api/courses/${id}/teachers`, { user_ids: [teacher.id, curator.id] }),
    ],
    [
      'a class takes it',
      (id) => call('POST', '/api/cohorts', { token: curator.token, body: { name: '7А', course_ids: [id] } }),
    ],
    [
      'it is written to',
      (id) => asTeacher('POST', '/api/announcements', { title: 'Начинаем', to: { course_ids: [id] } }),
    ],
  ])('of a whole course is refused, and not offered, once %s', async (_, change) => {
    const { id, course_id } = await imported()
    expect(await offered(course_id)).toBe(true)
    expect((await change(course_id)).status).toBeLessThan(300)
    expect([await offered(course_id), (await undo(id)).status]).toEqual([false, 409])
  })
})
