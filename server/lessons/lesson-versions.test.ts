import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxVersions } from '#contract/lessons/lesson-versions.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { dropUsesOfDeleted } from '#server/files/deleted-owners.repo.ts'
import { listUsesOf } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { insertVersion } from '#server/lessons/lesson-versions.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })

const school = async () => {
  const [student, teacher, colleague] = await Promise.all([
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id, colleague.id], students: [student.id] })
  const body = { course_id: course.id, name: 'Сетка', content: '<p>Первый.</p>', status: 'published' }
  const { lesson } = (await ask(teacher, 'POST', '/api/lessons', body)).body
  return { student, teacher, colleague, course, lesson }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const address = () => `/api/lessons/${now.lesson.id}`
const save = async (body: object, person = now.teacher) => {
  const response = await ask(person, 'PUT', address(), body)
  expect(response.status).toBe(200)
  return response.body.lesson
}
const versions = async () => (await ask(now.teacher, 'GET', `${address()}/versions`)).body.versions
const read = async (id: number) => (await ask(now.teacher, 'GET', `${address()}/versions/${id}`)).body.version
const restore = (id: number, person = now.teacher) => ask(person, 'POST', `${address()}/versions/${id}/restore`)

describe('a change that began with other texts', () => {
  it('is refused and says who has saved, until it begins with what is there', async () => {
    const { edition } = (await ask(now.teacher, 'GET', address())).body.lesson
    const theirs = await save({ content: '<p>Коллега.</p>', edition }, now.colleague)
    expect([edition === theirs.edition, await save({ minutes: 5, edition: theirs.edition })]).toMatchObject([
      false,
      { edition: theirs.edition },
    ])
    const mine = { name: 'Поля', content: '<p>Моё.</p>', edition }
    const { status, body } = await ask(now.teacher, 'PUT', address(), mine)
    expect([status, body.detail]).toEqual([409, expect.stringContaining(fullName(now.colleague.user))])
    expect((await ask(now.teacher, 'GET', address())).body.lesson).toMatchObject({
      name: 'Сетка',
      content: '<p>Коллега.</p>',
    })
    expect((await ask(now.colleague, 'PUT', address(), mine)).body.detail).toContain('в другом окне')
    await save({ ...mine, edition: theirs.edition })
    // without saying what it began with, it is done
    await save({ content: '<p>Ещё.</p>' })
  })

  it('is refused once the assignment is another', async () => {
    const { edition } = await save({ assignment: { text: '<p>Сделайте.</p>' } })
    await save({ assignment: { text: '<p>Сделайте иначе.</p>' } }, now.colleague)
    expect((await ask(now.teacher, 'PUT', address(), { content: '<p>Моё.</p>', edition })).status).toBe(409)
  })

  it('is not known to students', async () => {
    expect((await ask(now.student, 'GET', address())).body.lesson.edition).toBeUndefined()
  })
})

describe('the versions of a lesson', () => {
  it('are what was saved, newest first, with who saved it', async () => {
    expect(await versions()).toMatchObject([{ user: { id: now.teacher.id } }])
    await save({ content: '<p>Второй.</p>' }, now.colleague)
    await save({ name: 'Поля', assignment: { text: '<p>Сделайте.</p>' } })
    const [newest, second, first] = await versions()
    expect([newest, second, first].map(({ user }) => user.id)).toEqual([
      now.teacher.id,
      now.colleague.id,
      now.teacher.id,
    ])
    expect(await read(newest.id)).toEqual({
      ...newest,
      name: 'Поля',
      content: '<p>Второй.</p>',
      assignment_text: '<p>Сделайте.</p>',
    })
    expect(await read(first.id)).toMatchObject({ name: 'Сетка', content: '<p>Первый.</p>', assignment_text: null })
  })

  it('are none for a save that changes neither name nor texts', async () => {
    await save({ name: 'Сетка', content: '<p>Первый.</p>', status: 'draft', minutes: 5 })
    await save({ status: 'published' })
    expect(await versions()).toHaveLength(1)
    await save({ assignment: { text: '<p>Сделайте.</p>' } })
    await save({ assignment: { text: '<p>Сделайте.</p>', weight: 3 } })
    expect(await versions()).toHaveLength(2)
  })

  it('begin with what was there before versions were kept', async () => {
    const old = await buildLesson(db, { course_id: now.course.id, name: 'Старый', content: '<p>Давно.</p>' })
    now.lesson = old
    await save({ status: 'draft' })
    expect(await versions()).toEqual([])
    await save({ content: '<p>Теперь.</p>' })
    const [newest, before] = await versions()
    expect([newest.user.id, before.user]).toEqual([now.teacher.id, null])
    expect(await read(before.id)).toMatchObject({ name: 'Старый', content: '<p>Давно.</p>' })
  })

  it(`are the newest ${maxVersions}`, async () => {
    const [first] = await versions()
    const texts = { name: 'Сетка', content: '', assignment_text: null }
    const created_at = new Date().toISOString()
    for (let count = 1; count < maxVersions; count += 1)
      await insertVersion(db, { ...texts, lesson_id: now.lesson.id, user_id: now.teacher.id, created_at })
    expect(await versions()).toHaveLength(maxVersions)
    await save({ name: 'Ещё раз' })
    const left = await versions()
    expect(left).toHaveLength(maxVersions)
    expect(left.map(({ id }: { id: number }) => id)).not.toContain(first.id)
  })

  it('are all there after saves at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, place) => save({ name: `Имя ${place}` })))
    expect(await versions()).toHaveLength(9)
  })

  it('belong to their lesson', async () => {
    const [version] = await versions()
    const other = await buildLesson(db, { course_id: now.course.id })
    for (const path of [`versions/${version.id}`, 'versions/0', 'versions/abc'])
      expect((await ask(now.teacher, 'GET', `/api/lessons/${other.id}/${path}`)).status).toBe(404)
    expect((await ask(now.teacher, 'POST', `/api/lessons/${other.id}/versions/${version.id}/restore`)).status).toBe(404)
  })
})

describe('restoring a version', () => {
  it('is a version itself, so that it can be taken back', async () => {
    const [first] = await versions()
    await save({ name: 'Поля', content: '<p>Второй.</p>', minutes: 7 }, now.colleague)
    const [second] = await versions()
    const { status, body } = await restore(first.id)
    expect(status).toBe(200)
    expect(body.lesson).toMatchObject({ name: 'Сетка', content: '<p>Первый.</p>', own_minutes: 7 })
    expect((await versions()).map(({ user }: { user: { id: number } }) => user.id)).toEqual([
      now.teacher.id,
      now.colleague.id,
      now.teacher.id,
    ])
    expect((await restore(second.id, now.colleague)).body.lesson).toMatchObject({ name: 'Поля' })
    // what is there already makes none
    await restore(second.id)
    expect(await versions()).toHaveLength(4)
  })

  it('changes the text of the assignment, and neither adds nor removes one', async () => {
    await save({ assignment: { text: '<p>Было.</p>', weight: 3 } })
    const [withTask, without] = await versions()
    await save({ assignment: { text: '<p>Стало.</p>' } })
    expect((await restore(withTask.id)).body.lesson.assignment).toMatchObject({ text: '<p>Было.</p>', weight: 3 })
    expect((await restore(without.id)).body.lesson.assignment).toMatchObject({ text: '<p>Было.</p>' })
    await save({ assignment: null })
    expect((await restore(withTask.id)).body.lesson.assignment).toBeNull()
  })

  it('adds no assignment that a colleague has just removed', async () => {
    await save({ assignment: { text: '<p>Задание.</p>' } })
    const [{ id }] = await versions()
    const letGo = await hold(db, sql`select 1 from courses where id = ${now.course.id} for no key update`)
    const removed = ask(now.colleague, 'PUT', address(), { assignment: null })
    await expect.poll(() => countWaiting(db)).toBe(1)
    const restored = restore(id)
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await removed).status, (await restored).status]).toEqual([200, 200])
    expect((await restored).body.lesson.assignment).toBeNull()
  })

  it('restores files, which are swept only with the last version that shows them', async () => {
    const file = await addFile(db, now.colleague.id)
    const image = `<p>Схема:</p><img src="/files/${file.id}" alt="" />`
    await save({ content: image }, now.colleague)
    const [shown] = await versions()
    await save({ content: '<p>Без схемы.</p>' })
    await dropUsesOfDeleted(db)
    expect((await listUsesOf(db, [file.id])).map(({ owner }) => owner)).toEqual(['lesson-version'])
    // staff see it in the history; students no longer
    expect((await ask(now.teacher, 'GET', `/api/files/${file.id}`)).status).toBe(200)
    expect((await ask(now.student, 'GET', `/api/files/${file.id}`)).status).toBe(404)
    expect((await read(shown.id)).content).toContain('signature=')
    expect((await restore(shown.id)).body.lesson.content).toContain('signature=')
    expect((await ask(now.student, 'GET', `/api/files/${file.id}`)).status).toBe(200)

    await db.execute(sql`delete from lesson_versions where lesson_id = ${now.lesson.id}`)
    await dropUsesOfDeleted(db)
    expect((await listUsesOf(db, [file.id])).map(({ owner }) => owner)).toEqual(['lesson'])
  })

  it('keeps the files of a lesson that was there before versions were kept', async () => {
    const file = await addFile(db, now.colleague.id)
    const content = `<img src="/files/${file.id}" alt="" />`
    await save({ content }, now.colleague)
    await db.execute(sql`delete from lesson_versions where lesson_id = ${now.lesson.id}`)
    await save({ content: '<p>Пусто.</p>' })
    await dropUsesOfDeleted(db)
    const [, before] = await versions()
    expect((await restore(before.id)).body.lesson.content).toContain(`/files/${file.id}?`)
  })
})
