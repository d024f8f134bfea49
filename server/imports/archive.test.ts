import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, getTableColumns } from 'drizzle-orm'
import pg from 'pg'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { courses } from '#server/courses/courses.table.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { ArchivedCourse } from '#server/imports/course-archive.ts'
import { importing } from '#server/imports/imports.fixture.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { setRequirements } from '#server/lessons/reading.repo.ts'
import { buildQuiz } from '#server/quizzes/quizzes.factory.ts'
import { buildScormPackage, zipOf } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { readZip } from '#server/testing/read-zip.ts'

const here = await testApp()
/** Another school: it shares nothing with the first one. */
const there = await testApp()
const { archive, run } = importing(here)

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#256af4' } })
  .png()
  .toBuffer()

/** A course with one of everything. */
const school = async () => {
  const teacher = await here.signedIn({ role: 'teacher' })
  const course = await buildCourse(here.db, {
    name: 'Плакат: типографика/сетки',
    summary: 'Кратко',
    content: '<p>О курсе</p>',
    starts_on: '2026-09-01',
    seats: 20,
    price: 15_000,
    code: '09.02.09',
    level: 'СПО',
    form: 'очная',
    scale: '2-5' as const,
    teachers: [teacher.id],
  })
  const section = await buildSection(here.db, course.id, 'Сетка «12 колонок»', 1)
  await buildSection(here.db, course.id, 'Пустой раздел', 2)
  const [image, text] = [
    await buildFile(here.db, here.deps.files, { user_id: teacher.id, name: 'эскиз.png', bytes: picture }),
    await buildFile(here.db, here.deps.files, { user_id: teacher.id, name: 'конспект: 1.txt' }),
  ]
  const content = `<h2>Начало</h2><p>Шаг <strong>важен</strong>. <img src="/files/${image.id}" alt="Эскиз" /></p><div data-type="block-math" data-latex="a^2 &lt; b"></div><p><a data-type="file" href="/files/${text.id}" data-size="44">конспект.txt</a></p>`
  const first = await buildLesson(here.db, {
    course_id: course.id,
    section_id: section.id,
    name: 'Первый: ../урок',
    content,
    minutes: 25,
  })
  const uses = [image, text].map(({ id }) => ({ file_id: id, position: null }))
  await replaceUses(here.db, { owner: 'lesson', id: first.id }, uses)
  const quiz = await buildQuiz(here.db, { lesson_id: first.id, attempts: 3, in_journal: true })
  await buildQuiz(here.db, {
    lesson_id: first.id,
    position: 1,
    title: 'Всё сразу',
    shuffle: true,
    questions: [
      {
        kind: 'match',
        text: 'Соедините',
        pairs: [
          { left: 'а', right: '1' },
          { left: 'б', right: '2' },
        ],
      },
      { kind: 'order', text: 'Расставьте', items: [{ text: 'раз' }, { text: 'два' }] },
      { kind: 'gaps', text: 'Шаг [[1]]', gaps: [{ accepted: ['восемь', '8'] }] },
      { kind: 'number', text: 'Сколько', value: 8, tolerance: 0.5 },
    ],
  })
  await here.db
    .update(lessons)
    .set({ content: `${content}<div data-quiz="${quiz.id}"></div>` })
    .where(eq(lessons.id, first.id))
  const second = await buildLesson(here.db, {
    course_id: course.id,
    name: 'Второй',
    position: 2,
    status: 'draft',
    publish_at: '2026-09-08T07:00:00.000Z',
  })
  await buildScormPackage(here.db, here.deps.files, { lesson_id: second.id, user_id: teacher.id })
  await setRequirements(here.db, second.id, [{ lesson_id: first.id, needs: 'accepted' }])
  const assignment = await buildAssignment(here.db, {
    lesson_id: first.id,
    text: `<p><img src="/files/${image.id}" alt="" /></p>`,
    due_at: '2026-09-15T20:59:00.000Z',
    closes_at: '2026-09-20T20:59:00.000Z',
    reviewer_ids: [teacher.id],
    criteria: [
      { id: 4, name: 'Сетка', description: 'Шаг выдержан', points: 5 },
      { id: 7, name: 'Цвет' },
    ],
    last_criterion_id: 7,
    kinds: ['files' as const],
    file_types: ['.pdf', 'image/*'],
    max_file_size: 1_000_000,
    team_size: 3,
    weight: 2.5,
  })
  await replaceUses(here.db, { owner: 'assignment', id: assignment.id }, [{ file_id: image.id, position: null }])
  await buildLesson(here.db, { course_id: course.id, name: 'В корзине', deleted_at: new Date().toISOString() })
  return { teacher, course, first, second }
}
const now = await school()

it('contains the course for programs, and its lessons for people', async () => {
  const { status, headers, bytes } = await archive(now.course.id, now.teacher.token)
  expect([status, headers['content-type'], Number(headers['content-length'])]).toEqual([
    200,
    'application/zip',
    bytes.length,
  ])
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Плакат_ типографика_сетки.zip')
  const entries = readZip(bytes)
  expect(Object.keys(entries)).toEqual([
    'course.json',
    'lessons/01 Второй.md',
    'lessons/02 Первый_ .._урок.md',
    'files/цвет.zip',
    'files/эскиз.png',
    'files/конспект_ 1.txt',
  ])
  const json = JSON.parse(entries['course.json'] as string)
  expect(json).toMatchObject({
    format: 'praktika-course',
    version: 1,
    course: { name: 'Плакат: типографика/сетки', scale: '2-5', price: 15_000, starts_on: '2026-09-01' },
    sections: [{ name: 'Сетка «12 колонок»' }, { name: 'Пустой раздел' }],
    lessons: [
      { name: 'Второй', section: null, status: 'draft', after: [{ lesson: 1, needs: 'accepted' }], assignment: null },
      { name: 'Первый: ../урок', section: 0, minutes: 25, assignment: { weight: 2.5, team_size: 3 } },
    ],
  })
  expect(json.lessons).toHaveLength(2)
  expect(entries['course.json']).not.toContain(now.teacher.user.email)
  expect(entries['lessons/02 Первый_ .._урок.md']).toBe(
    [
      '# Первый: ../урок',
      '## Начало',
      'Шаг **важен**. ![Эскиз](../files/эскиз.png)',
      '$$\na^2 < b\n$$',
      '[конспект.txt](<../files/конспект_ 1.txt>)',
      '## Задание',
      '![](../files/эскиз.png)\n',
    ].join('\n\n'),
  )
  // nothing is left on the disk
  await expect.poll(() => readdir(join(here.config.dataDir, 'temporary'))).toEqual([])
})

it('leaves out nothing of a course but its state', () => {
  const columns = Object.keys(getTableColumns(courses))
  expect(columns.filter((name) => !(name in ArchivedCourse.shape))).toEqual([
    ...['id', 'status', 'announced', 'enrolling', 'created_at', 'changed_at', 'deleted_at'],
  ])
})

it('contains no quiz that was taken out of the text', async () => {
  const { course, teacher, first } = await school()
  await buildQuiz(here.db, { lesson_id: first.id, title: 'Убран', position: 2, placed: true })
  const json = JSON.parse(readZip((await archive(course.id, teacher.token)).bytes)['course.json'] as string)
  expect(json.lessons[1].quizzes.map(({ title }: { title: string }) => title)).toEqual(['Проверьте себя', 'Всё сразу'])
})

it('keeps links between its own texts', async () => {
  const { course, teacher, first, second } = await school()
  const elsewhere = '<a href="/lessons/2000000000">Не отсюда</a>'
  const textOf = (lessonId: number, courseId: number) =>
    `<p><a href="/lessons/${lessonId}?work">Урок</a> <a href="/courses/${courseId}">Курс</a> ${elsewhere}</p>`
  const put = (path: string, body: object) => here.call('PUT', path, { token: teacher.token, body })
  const text = textOf(first.id, course.id)
  await put(`/api/courses/${course.id}`, { content: text, announcement: text })
  const byFullAddress = text.replace('"/lessons', `"${here.config.publicUrl}/lessons`)
  await put(`/api/lessons/${second.id}`, { content: byFullAddress, assignment: { text } })
  const { bytes } = await archive(course.id, teacher.token)
  const entries = readZip(bytes)
  const [archived] = JSON.parse(entries['course.json'] as string).lessons
  expect(archived.content).toContain('href="/archive/lessons/2?work"')
  expect(entries['lessons/01 Второй.md']).toContain('[Урок](<02 Первый_ .._урок.md>)')
  const made = await run(teacher, 'archive', { bytes })
  const load = async (path: string) => (await here.call('GET', path, { token: teacher.token })).body
  const { course: copy } = await load(`/api/courses/${made.course_id}`)
  const [copied, target] = copy.lessons.map(({ id }: { id: number }) => id)
  const { lesson } = await load(`/api/lessons/${copied}`)
  const expected = textOf(target, copy.id)
  expect([copy.content, copy.announcement, lesson.content, lesson.assignment.text]).toEqual(Array(4).fill(expected))
  const again = await archive(copy.id, teacher.token)
  expect(readZip(again.bytes)['course.json']).toBe(entries['course.json'])
})

it('is equal after it was imported, into this school and into another one', { timeout: 60_000 }, async () => {
  const { bytes } = await archive(now.course.id, now.teacher.token)
  const before = readZip(bytes)
  for (const app of [here, there]) {
    const owner = app === here ? now.teacher : await there.signedIn({ role: 'teacher' })
    const other = importing(app)
    const made = await other.run(owner, 'archive', { bytes })
    expect(made).toMatchObject({ status: 'done', warnings: [], done: 5, total: 5 })
    expect(readZip((await other.archive(made.course_id, owner.token)).bytes)).toEqual(before)
    const { course } = (await app.call('GET', `/api/courses/${made.course_id}`, { token: owner.token })).body
    expect([course.status.slug, course.student_count, course.lessons.length]).toEqual(['draft', 0, 2])
    expect(made.lesson_ids).toEqual(course.lessons.map(({ id }: { id: number }) => id))
    const asked = await app.call('GET', `/api/lessons/${made.lesson_ids[1]}/quizzes`, { token: owner.token })
    expect(asked.body.quizzes.map(({ title }: { title: string }) => title)).toEqual(['Проверьте себя', 'Всё сразу'])
    // its pictures and its quiz are shown
    const shown = await app.call('GET', `/api/lessons/${made.lesson_ids[1]}`, { token: owner.token })
    expect(shown.body.lesson.content).toMatch(/<img src="\/files\/[0-9a-f]{32}\?/)
    expect(shown.body.lesson.content).toContain(`<div data-quiz="${asked.body.quizzes[0].id}"></div>`)
    const run = await app.call('GET', `/api/lessons/${made.lesson_ids[0]}/scorm`, { token: owner.token })
    expect(run.body.packages).toMatchObject([{ title: 'Цвет & контраст', items: [{ id: 'I1' }] }])
    expect(shown.body.lesson.assignment.criteria.map(({ id }: { id: number }) => id)).toEqual([1, 2])
  }
})

it('adds its lessons to a course as drafts', { timeout: 60_000 }, async () => {
  const { bytes } = await archive(now.course.id, now.teacher.token)
  const course = await buildCourse(here.db, { name: 'Другой', teachers: [now.teacher.id] })
  await buildSection(here.db, course.id, 'Было')
  await buildLesson(here.db, { course_id: course.id, name: 'Был' })
  const made = await run(now.teacher, 'archive', { bytes, course: course.id })
  expect(made).toMatchObject({ status: 'done', course_id: course.id })
  const { body } = await here.call('GET', `/api/courses/${course.id}`, { token: now.teacher.token })
  const named = body.course.lessons.map(({ name, status }: { name: string; status: { slug: string } }) => [
    name,
    status.slug,
  ])
  expect(named).toEqual([
    ['Был', 'published'],
    ['Второй', 'draft'],
    ['Первый: ../урок', 'draft'],
  ])
  expect(body.course.name).toBe('Другой')
  expect(body.course.sections).toHaveLength(3)
})

it('exports and imports 500 lessons with a bounded number of statements', { timeout: 120_000 }, async () => {
  const course = await buildCourse(here.db, { name: 'Большой', teachers: [now.teacher.id] })
  const rows = Array.from({ length: 500 }, (_, place) => ({
    course_id: course.id,
    name: `Урок ${place + 1}`,
    position: place + 1,
    status: 'published' as const,
    content: `<p>${'Текст урока. '.repeat(200)}</p>`,
  }))
  await here.db.insert(lessons).values(rows)
  const { bytes } = await archive(course.id, now.teacher.token)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const made = await run(now.teacher, 'archive', { bytes })
  const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement))
  query.mockRestore()
  expect(made).toMatchObject({ status: 'done', total: 500 })
  expect(readZip((await archive(made.course_id, now.teacher.token)).bytes)).toEqual(readZip(bytes))
  expect(statements.filter((text) => /insert into/.test(text)).length).toBeLessThan(25)
})

it('is refused without course.json, from a newer version, and with an unknown shape', async () => {
  const refused = async (entries: Record<string, string | Buffer>) => {
    const { status, warnings } = await run(now.teacher, 'archive', { bytes: await zipOf(entries) })
    return [status, warnings]
  }
  expect(await refused({ 'a.txt': 'а' })).toEqual(['failed', [expect.stringContaining('нет файла course.json')]])
  expect(await refused({ 'course.json': '{' })).toEqual(['failed', ['Файл course.json в архиве повреждён.']])
  expect(await refused({ 'course.json': '{}' })).toEqual(['failed', [expect.stringContaining('не архив курса')]])
  const newer = JSON.stringify({ format: 'praktika-course', version: 99 })
  expect(await refused({ 'course.json': newer })).toEqual(['failed', [expect.stringContaining('более новой версией')]])
  const older = JSON.stringify({ format: 'praktika-course', version: 1, course: {} })
  expect(await refused({ 'course.json': older })).toEqual(['failed', [expect.stringContaining('испорчен')]])
})
