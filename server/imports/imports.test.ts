import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fileErrors } from '#contract/files/check-file.ts'
import { buildApp } from '#server/app.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { courses } from '#server/courses/courses.table.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { files } from '#server/files/files.table.ts'
import { archiveOf, lessonInArchive as lesson } from '#server/imports/archive.fixture.ts'
import { importing } from '#server/imports/imports.fixture.ts'
import { insertImport } from '#server/imports/imports.repo.ts'
import { imports } from '#server/imports/imports.table.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { elf } from '#server/uploads/programs.fixture.ts'

const app = await testApp({ env: { MAX_FILE_SIZE: '2000000' } })
const { db, call, deps, signedIn } = app
const { run, start, get, ended } = importing(app)
const teacher = await signedIn({ role: 'teacher' })

afterEach(() => {
  vi.restoreAllMocks()
})

const fileId = `${'0'.repeat(31)}1`
const archived = async (parts?: object, entries?: Record<string, string | Buffer>) => {
  const made = await run(teacher, 'archive', { bytes: await archiveOf(parts, entries) })
  return made
}

const counted = async (): Promise<[number, number, number]> => [
  await db.$count(courses),
  await db.$count(lessons),
  await db.$count(files),
]

/** An import that fails, and changes nothing but the file that was sent. */
const refused = async (bytes: Buffer) => {
  const [coursesBefore, lessonsBefore, filesBefore] = await counted()
  const { status, warnings, course_id } = await run(teacher, 'archive', { bytes })
  expect([status, course_id]).toEqual(['failed', null])
  expect(await counted()).toEqual([coursesBefore, lessonsBefore, filesBefore + 1])
  return warnings[0]
}

const text = async (id: number) =>
  (await call('GET', `/api/lessons/${id}`, { token: teacher.token })).body.lesson.content

describe('an import', () => {
  it('cleans its texts as those of people', async () => {
    const content = '<p onclick="x()">Текст<script>alert(1)</script></p><iframe src="https://a.example"></iframe>'
    const { lesson_ids } = await archived({ lessons: [lesson({ content })] })
    expect(await text(lesson_ids[0])).toBe('<p>Текст</p>')
  })

  it('never uses files of others, whatever ids it has', async () => {
    const other = await signedIn({ role: 'teacher' })
    const secret = await buildFile(db, deps.files, { user_id: other.id })
    const { lesson_ids, warnings } = await archived({
      lessons: [lesson({ content: `<p><a data-type="file" href="/files/${secret.id}">файл</a></p>` })],
    })
    expect(await text(lesson_ids[0])).not.toContain(secret.id)
    expect(warnings).toEqual(['Урок «Урок»: одного из файлов текста в архиве нет.'])
  })

  it('is refused for what cannot be: 422', async () => {
    const [stranger, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
    const file = await buildFile(db, deps.files, { user_id: teacher.id })
    const course = await buildCourse(db, { teachers: [stranger.id] })
    const statusOf = async (token: string, kind: string, id = file.id, courseId?: number) =>
      (await start(token, kind as 'archive', id, courseId)).status
    expect(await statusOf(student.token, 'archive')).toBe(403)
    expect(await statusOf(stranger.token, 'archive')).toBe(422)
    expect(await statusOf(teacher.token, 'archive', '0'.repeat(32))).toBe(422)
    expect(await statusOf(teacher.token, 'archive', file.id, course.id)).toBe(404)
    expect(await statusOf(teacher.token, 'xlsx')).toBe(422)
    expect(await db.$count(imports, sql`user_id = ${stranger.id}`)).toBe(0)
  })

  it('makes nothing when one of its files cannot be stored', async () => {
    const parts = {
      lessons: [lesson({ content: `<p><a data-type="file" href="/files/${fileId}">а</a></p>` })],
      files: [{ id: fileId, name: 'а.txt', size: 1, path: 'files/a.txt' }],
    }
    const bytes = await archiveOf(parts, { 'files/a.txt': 'а' })
    const file = await buildFile(db, deps.files, { user_id: teacher.id, bytes })
    const before = await counted()
    vi.spyOn(app.app.log, 'error').mockImplementation(() => {})
    vi.spyOn(deps.files.uploads, 'write').mockRejectedValueOnce(new Error('no space left'))
    const { body } = await start(teacher.token, 'archive', file.id)
    const made = await ended(body.import.id, teacher.token)
    expect([made.status, made.lesson_ids]).toEqual(['failed', []])
    expect(await counted()).toEqual(before)
  })

  it('fails when it has no room of its own', async () => {
    const file = await buildFile(db, deps.files, { user_id: teacher.id, bytes: await archiveOf() })
    vi.spyOn(app.app.log, 'error').mockImplementation(() => {})
    const folder = join(deps.config.dataDir, 'temporary')
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'a file in its place')
    const { body } = await start(teacher.token, 'archive', file.id)
    const made = await ended(body.import.id, teacher.token)
    await rm(folder)
    expect(made).toMatchObject({ status: 'failed', repeatable: true })
    expect(made.warnings[0]).toContain('Импорт не получился')
  })

  it('is one of max three of a person at a time, also when many begin at once', async () => {
    const busy = await signedIn({ role: 'teacher' })
    const bytes = await archiveOf()
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => buildFile(db, deps.files, { user_id: busy.id, bytes })),
    )
    const { promise, resolve } = Promise.withResolvers<null>()
    const reading = vi.spyOn(deps.files, 'read').mockImplementation(() => promise)
    const begun = await Promise.all(sent.map(({ id }) => start(busy.token, 'archive', id)))
    reading.mockRestore()
    resolve(null)
    const accepted = begun.filter(({ status }) => status === 202)
    await Promise.all(accepted.map(({ body }) => ended(body.import.id, busy.token)))
    expect(begun.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429, 429, 429])
  })

  it.each(['-1 minute', '1 day'])('fails when its process died, and shows it (%s)', async (at) => {
    const { id } = await insertImport(db, teacher.id, { kind: 'archive', file_id: fileId })
    expect((await get(id, teacher.token)).body.import.status).toBe('running')
    await db.execute(sql`update imports set alive_at = now() + ${at}::interval where id = ${id}`)
    const dead = (await get(id, teacher.token)).body.import
    expect(dead).toMatchObject({ status: 'failed', repeatable: true })
    expect(dead.warnings[0]).toContain('сервер перезапустился')
  })

  it('has its file for the person who began it, to be repeated as long as the file is stored', async () => {
    const curator = await signedIn({ role: 'curator' })
    const file = await buildFile(db, deps.files, { user_id: teacher.id, name: 'курс.zip', bytes: await archiveOf() })
    const { id } = await insertImport(db, teacher.id, { kind: 'archive', file_id: file.id })
    await db.update(imports).set({ alive_at: sql`now() - interval '1 minute'` }).where(sql`id = ${id}`)
    const shown = async (token = teacher.token) => (await get(id, token)).body.import
    const dead = await shown()
    expect(dead).toMatchObject({ repeatable: true, kind: 'archive', file: { id: file.id, name: 'курс.zip' } })
    const { body } = await start(teacher.token, dead.kind, dead.file.id)
    expect(await ended(body.import.id, teacher.token)).toMatchObject({ status: 'done', file: { id: file.id } })
    expect((await shown(curator.token)).file).toBeNull()
    const look = await call('POST', `/api/users/${teacher.id}/look`, { token: curator.token })
    expect((await shown(look.body.access_token)).file).toBeNull()
    await db.update(files).set({ status: 'deleting' }).where(eq(files.id, file.id))
    expect((await shown()).file).toBeNull()
  })

  it('ends as failed when its process closes', async () => {
    const other = await buildApp(deps)
    const file = await buildFile(db, deps.files, { user_id: teacher.id })
    const { promise, resolve } = Promise.withResolvers<null>()
    vi.spyOn(deps.files, 'read').mockImplementationOnce(() => promise)
    const response = await other.inject({
      method: 'POST',
      url: '/api/imports',
      headers: { authorization: `Bearer ${teacher.token}` },
      payload: { kind: 'archive', file_id: file.id },
    })
    const closed = other.close()
    resolve(null)
    await closed
    const { import: made } = (await get(response.json().import.id, teacher.token)).body
    expect([made.status, made.course_id]).toEqual(['failed', null])
  })
})

describe('a hostile file', () => {
  it('that is no archive is refused', async () => {
    expect(await refused(Buffer.from('<html>'))).toContain('повреждён')
    expect(await refused(Buffer.from('PK\u0003\u0004'))).toContain('повреждён')
    expect(await refused((await archiveOf()).subarray(0, 300))).toContain('повреждён')
  })

  it('with a name that leads out of the archive is refused', async () => {
    const bytes = await archiveOf({}, { 'files/aa.txt': 'а' })
    const slip = Buffer.from(bytes.toString('latin1').replaceAll('files/aa.txt', '../../aa.txt'), 'latin1')
    expect(await refused(slip)).toContain('повреждён')
  })

  it('whose entry is larger than it declares is refused', async () => {
    const bytes = await archiveOf()
    // the size of the first entry in the central directory
    const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    bytes.writeUInt32LE(10, entry + 24)
    expect(await refused(bytes)).toContain('повреждён')
  })

  it('that is a bomb is refused before it is unpacked', async () => {
    const packed = deflateRawSync(Buffer.alloc(10_000_000))
    expect(packed.length).toBeLessThan(11_000)
    const parts = {
      lessons: Array.from({ length: 11 }, (_, place) =>
        lesson({
          content: `<p><a data-type="file" href="/files/${(place + 1).toString(16).padStart(32, '0')}">а</a></p>`,
        }),
      ),
      files: Array.from({ length: 11 }, (_, place) => ({
        id: (place + 1).toString(16).padStart(32, '0'),
        name: 'а',
        size: 1,
        path: `files/${place}`,
      })),
    }
    const zeros = Object.fromEntries(parts.files.map(({ path }) => [path, Buffer.alloc(10_000_000)]))
    expect(await refused(await archiveOf(parts, zeros))).toContain('сжат подозрительно')
  })

  it('with lessons in circles, or at places that do not exist, is refused', async () => {
    const waits = (...places: number[]) => ({ after: places.map((place) => ({ lesson: place, needs: 'read' })) })
    const circle = [lesson(waits(1)), lesson(waits(2)), lesson(waits(0))]
    expect(await refused(await archiveOf({ lessons: circle }))).toContain('по кругу')
    for (const wrong of [waits(0), waits(5), { section: 3 }, waits(1, 1)]) {
      expect(await refused(await archiveOf({ lessons: [lesson(wrong), lesson()] }))).toContain('неверное место')
    }
  })

  it('that is a program under another name is left out, with a warning', async () => {
    const content = `<p><a data-type="file" href="/files/${fileId}">а</a></p>`
    const listed = [{ id: fileId, name: 'конспект.docx', size: elf.length, path: 'files/a' }]
    const made = await archived({ lessons: [lesson({ content })], files: listed }, { 'files/a': elf })
    expect([made.status, made.warnings[0]]).toEqual(['done', `«конспект.docx»: ${fileErrors.program('.docx')}`])
    expect(await db.select().from(files).where(eq(files.name, 'конспект.docx'))).toEqual([])
  })

  it('larger than the site keeps is left out, with a warning', async () => {
    const content = `<p><a data-type="file" href="/files/${fileId}">а</a></p>`
    const files = [{ id: fileId, name: 'большой.bin', size: 1, path: 'files/a' }]
    const noise = Buffer.from(Array.from({ length: 2_000_001 }, (_, place) => (place * 7919) % 251))
    const made = await archived({ lessons: [lesson({ content })], files }, { 'files/a': noise })
    expect([made.status, made.warnings[0]]).toEqual(['done', expect.stringContaining('«большой.bin» больше')])
  })
})

describe('the imports of a course', () => {
  it('are listed for their author and curators, for a day and as long as they can be undone', async () => {
    const curator = await signedIn({ role: 'curator' })
    const other = await signedIn({ role: 'teacher' })
    const course = await buildCourse(db, { teachers: [teacher.id, other.id] })
    const listed = async (token = teacher.token) => {
      const { body } = await call('GET', `/api/courses/${course.id}/imports`, { token })
      return body.imports.map(({ id }: { id: number }) => id)
    }
    const student = await signedIn()
    const bytes = await archiveOf({ lessons: [lesson({ assignment: { text: '<p>Сделайте</p>', criteria: [] } })] })
    const first = await run(teacher, 'archive', { bytes, course: course.id })
    const second = await run(teacher, 'archive', { bytes: Buffer.from('<html>'), course: course.id })
    expect([first.makes_course, await listed()]).toEqual([false, [second.id, first.id]])
    expect([await listed(curator.token), await listed(other.token)]).toEqual([[second.id, first.id], []])
    await db.update(imports).set({ created_at: sql`now() - interval '25 hours'` }).where(sql`course_id = ${course.id}`)
    expect(await listed()).toEqual([first.id])
    const [assignment] = await db.select().from(assignments).where(sql`lesson_id = ${first.lesson_ids[0]}`)
    await buildTask(db, { assignment_id: assignment?.id as number, students: [student.id] })
    expect(await listed()).toEqual([])
  })

  it('include the one that made it, which cannot be undone once lessons are added', async () => {
    const made = await archived()
    const listed = async () =>
      (await call('GET', `/api/courses/${made.course_id}/imports`, { token: teacher.token })).body.imports
    expect(await listed()).toMatchObject([{ id: made.id, makes_course: true, undoable: true, warnings: [] }])
    await buildLesson(db, { course_id: made.course_id, name: 'Добавлен' })
    expect(await listed()).toMatchObject([{ id: made.id, undoable: false }])
  })
})

describe('undoing an import', () => {
  const undo = (id: number, token = teacher.token) => call('DELETE', `/api/imports/${id}`, { token })
  const withFile = {
    lessons: [lesson({ content: `<p><a data-type="file" href="/files/${fileId}">а</a></p>`, section: 0 })],
    sections: [{ name: 'Раздел' }],
    files: [{ id: fileId, name: 'а.txt', size: 1, path: 'files/a.txt' }],
  }

  it('deletes its course with everything in it', async () => {
    const before = await counted()
    const made = await archived(withFile, { 'files/a.txt': 'а' })
    expect(await counted()).toEqual([before[0] + 1, before[1] + 1, before[2] + 2])
    expect((await undo(made.id)).status).toBe(204)
    expect((await get(made.id, teacher.token)).status).toBe(404)
    await expect.poll(counted).toEqual([before[0], before[1], before[2] + 1])
    expect((await undo(made.id)).status).toBe(404)
  })

  it('deletes what was added to a course, and nothing else', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id] })
    await buildSection(db, course.id, 'Было')
    await buildLesson(db, { course_id: course.id, name: 'Был' })
    const outline = async () => {
      const { body } = await call('GET', `/api/courses/${course.id}`, { token: teacher.token })
      return [body.course.sections, body.course.lessons].map((rows) => rows.map(({ name }: { name: string }) => name))
    }
    const bytes = await archiveOf(withFile, { 'files/a.txt': 'а' })
    const made = await run(teacher, 'archive', { bytes, course: course.id })
    expect(await outline()).toEqual([
      ['Было', 'Раздел'],
      ['Был', 'Урок'],
    ])
    expect((await undo(made.id)).status).toBe(204)
    expect(await outline()).toEqual([['Было'], ['Был']])
  })

  it('is refused once students have begun tasks there, or lessons were added', async () => {
    const student = await signedIn()
    const made = await archived({ lessons: [lesson({ assignment: { text: '<p>Сделайте</p>', criteria: [] } })] })
    await buildLesson(db, { course_id: made.course_id, name: 'Добавлен' })
    const extended = await undo(made.id)
    expect([extended.status, extended.body.detail]).toEqual([409, expect.stringContaining('добавленные после импорта')])
    await db.delete(lessons).where(sql`name = 'Добавлен'`)
    const [assignment] = await db.select().from(assignments).where(sql`lesson_id = ${made.lesson_ids[0]}`)
    await buildTask(db, { assignment_id: assignment?.id as number, students: [student.id] })
    const begun = await undo(made.id)
    expect([begun.status, begun.body.detail]).toEqual([409, expect.stringContaining('уже начали работы')])
    expect((await get(made.id, teacher.token)).body.import.lesson_ids).toEqual(made.lesson_ids)
  })

  it('is refused, and not offered, once a student has asked something there or is marked in the journal', async () => {
    const student = await signedIn()
    const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
    const offered = async () =>
      (await call('GET', `/api/courses/${course.id}/imports`, { token: teacher.token })).body.imports[0].undoable
    const assignment = { text: '<p>Сделайте</p>', criteria: [] }
    for (const statement of [
      (id: number) => sql`insert into lesson_questions (lesson_id, user_id, text, created_at)
        values (${id}, ${student.id}, 'Почему?', now())`,
      (id: number) => sql`insert into journal_cells (assignment_id, student_id, absent, user_id, changed_at)
        select id, ${student.id}, true, ${teacher.id}, now() from assignments where lesson_id = ${id}`,
    ]) {
      const bytes = await archiveOf({ lessons: [lesson({ assignment })] })
      const made = await run(teacher, 'archive', { bytes, course: course.id })
      expect(await offered()).toBe(true)
      await db.execute(statement(made.lesson_ids[0] as number))
      expect([await offered(), (await undo(made.id)).status]).toEqual([false, 409])
    }
  })

  it('of a whole course is refused, and not offered, once its journal, calendar or list of applications is used', async () => {
    const student = await signedIn()
    for (const statement of [
      (id: number) => sql`insert into journal_columns (course_id, name, held_on) values (${id}, 'Опрос', '2026-11-20')`,
      (id: number) => sql`insert into course_events (course_id, at, title) values (${id}, now(), 'Экскурсия')`,
      (id: number) => sql`insert into applications (course_id, user_id) values (${id}, ${student.id})`,
    ]) {
      const made = await archived()
      await db.execute(statement(made.course_id as number))
      const { body } = await call('GET', `/api/courses/${made.course_id}/imports`, { token: teacher.token })
      expect([body.imports[0].undoable, (await undo(made.id)).status]).toEqual([false, 409])
    }
  })

  it('is refused once somebody has written a note there', async () => {
    const made = await archived({ lessons: [lesson({})] })
    const path = `/api/lessons/${made.lesson_ids[0]}/note`
    const note = { text: 'Для занятия', highlights: [], revision: 0 }
    expect((await call('PUT', path, { token: teacher.token, body: note })).status).toBe(200)
    const noted = await undo(made.id)
    expect([noted.status, noted.body.detail]).toEqual([409, expect.stringContaining('личные заметки')])
    await call('PUT', path, { token: teacher.token, body: { ...note, text: '', revision: 1 } })
    expect((await undo(made.id)).status).toBe(204)
  })

  it('stops one that is running', async () => {
    const before = await counted()
    const { promise, resolve } = Promise.withResolvers<null>()
    vi.spyOn(deps.files, 'read').mockImplementationOnce(() => promise)
    const file = await buildFile(db, deps.files, { user_id: teacher.id, status: 'uploading' })
    await db.update(files).set({ status: 'ready' }).where(sql`id = ${file.id}`)
    const { body } = await start(teacher.token, 'archive', file.id)
    expect((await undo(body.import.id)).status).toBe(204)
    resolve(null)
    expect((await get(body.import.id, teacher.token)).status).toBe(404)
    expect((await counted()).slice(0, 2)).toEqual(before.slice(0, 2))
  })

  it('is for its author and curators', async () => {
    const { id } = await archived()
    const [other, curator] = [await signedIn({ role: 'teacher' }), await signedIn({ role: 'curator' })]
    expect((await undo(id, other.token)).status).toBe(404)
    expect((await undo(id, curator.token)).status).toBe(204)
  })
})
