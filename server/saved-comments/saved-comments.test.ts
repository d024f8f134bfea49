import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxSavedComments } from '#contract/saved-comments/saved-comments.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()

const [teacher, colleague, otherTeacher, curator, student] = await Promise.all([
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'curator' }),
  signedIn(),
])
const course = await buildCourse(db, { name: 'Вёрстка', teachers: [teacher.id, colleague.id], students: [student.id] })
const foreign = await buildCourse(db, { teachers: [otherTeacher.id] })

type Who = typeof teacher

beforeEach(() => empty(db, 'saved_comments'))

const path = '/api/saved-comments'
const save = (who: Who, body: object) => call('POST', path, { token: who.token, body })
const change = (who: Who, id: number, body: object) => call('PUT', `${path}/${id}`, { token: who.token, body })
const remove = (who: Who, id: number) => call('DELETE', `${path}/${id}`, { token: who.token })
const use = (who: Who, id: number) => call('POST', `${path}/${id}/use`, { token: who.token })
const list = async (who: Who, query = '') =>
  (await call('GET', path + query, { token: who.token })).body.comments.map(({ text }: { text: string }) => text)

describe('a saved comment', () => {
  it('is private, or shared by the staff of a course', async () => {
    const own = await save(teacher, { text: ' {имя}, проверьте поля ' })
    expect([own.status, own.body.comment]).toEqual([
      201,
      { id: own.body.comment.id, text: '{имя}, проверьте поля', course: null, uses: 0 },
    ])
    const shared = await save(teacher, { text: 'Подпишите оси', course_id: course.id })
    expect(shared.body.comment.course).toEqual({ id: course.id, name: 'Вёрстка' })
    await save(otherTeacher, { text: 'Чужое', course_id: foreign.id })
    expect(await list(teacher)).toEqual(['Подпишите оси', '{имя}, проверьте поля'])
    expect(await list(colleague)).toEqual(['Подпишите оси'])
    expect(await list(curator)).toEqual(['Чужое', 'Подпишите оси'])
    expect(await list(curator, `?course_id=${course.id}`)).toEqual(['Подпишите оси'])
    expect(await list(otherTeacher)).toEqual(['Чужое'])
    expect((await call('GET', `${path}?course_id=${course.id}`, { token: otherTeacher.token })).status).toBe(404)
    expect((await call('GET', path, { token: student.token })).status).toBe(403)
  })

  it('comes first when it is used most, however many use it at once', async () => {
    const { id } = (await save(teacher, { text: 'Часто', course_id: course.id })).body.comment
    await save(teacher, { text: 'Редко' })
    expect(await list(teacher)).toEqual(['Редко', 'Часто'])
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => use([teacher, colleague, curator][index % 3] as Who, id)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204))
    const { comments } = (await call('GET', path, { token: teacher.token })).body
    expect(comments).toMatchObject([{ text: 'Часто', uses: 10 }, { text: 'Редко' }])
  })

  it('is changed, moved and deleted by those it belongs to', async () => {
    const { id } = (await save(teacher, { text: 'Поля' })).body.comment
    for (const who of [colleague, curator, otherTeacher]) {
      expect((await change(who, id, { text: 'Моё' })).status).toBe(404)
      expect((await use(who, id)).status).toBe(404)
      expect((await remove(who, id)).status).toBe(404)
    }
    expect((await change(teacher, id, { text: 'Поля', course_id: foreign.id })).status).toBe(404)
    const moved = await change(teacher, id, { text: 'Поля и отступы', course_id: course.id })
    expect(moved.body.comment).toMatchObject({ id, text: 'Поля и отступы', course: { id: course.id } })
    expect((await change(colleague, id, { text: 'Отступы' })).body.comment.course.id).toBe(course.id)
    expect((await change(colleague, id, { text: 'Отступы', course_id: null })).body.comment.course).toBeNull()
    expect(await list(teacher)).toEqual([])
    expect((await remove(colleague, id)).status).toBe(204)
    expect((await remove(colleague, id)).status).toBe(404)
  })

  it('is not changed over a text that was saved since', async () => {
    const { id } = (await save(teacher, { text: 'Поля', course_id: course.id })).body.comment
    expect((await change(colleague, id, { text: 'Поля и оси', expected: 'Поля' })).status).toBe(200)
    const refused = await change(teacher, id, { text: 'Отступы', expected: 'Поля' })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('этот комментарий изменили в другом месте'),
    ])
    expect(await list(teacher)).toEqual(['Поля и оси'])
    // the repeat of a change whose response was lost
    expect((await change(colleague, id, { text: 'Поля и оси', expected: 'Поля' })).status).toBe(200)
    expect((await change(teacher, id, { text: 'Отступы', expected: 'Поля и оси' })).body.comment.text).toBe('Отступы')
  })

  it('is gone with its course, and restored with it', async () => {
    await save(teacher, { text: 'Оси', course_id: course.id })
    await db.execute(sql`update courses set deleted_at = now() where id = ${course.id}`)
    expect([await list(teacher), await list(curator)]).toEqual([[], []])
    await db.execute(sql`update courses set deleted_at = null where id = ${course.id}`)
    expect(await list(colleague)).toEqual(['Оси'])
  })

  it('is normalized like other text: NFC, trimmed, not empty, not too long', async () => {
    const { body } = await save(teacher, { text: ' е\u0308ж\u0000 ' })
    expect(body.comment.text).toBe('ёж')
    for (const text of [undefined, '', ' \u200b ', 5, 'x'.repeat(5001)]) {
      expect((await save(teacher, { text })).status).toBe(422)
    }
    expect((await save(teacher, { text: 'Да', course_id: 'вёрстка' })).status).toBe(422)
  })

  it('is refused above the limit, even when several are saved at once', async () => {
    await db.execute(sql`insert into saved_comments (user_id, text)
      select ${teacher.id}, 'Комментарий ' || n from generate_series(1, ${maxSavedComments - 2}) as n`)
    const responses = await Promise.all(Array.from({ length: 6 }, () => save(teacher, { text: 'Ещё' })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422, 422, 422])
    expect((await save(teacher, { text: 'Курсу', course_id: course.id })).status).toBe(201)
  })
})
