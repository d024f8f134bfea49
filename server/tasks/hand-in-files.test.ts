import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { isFileLink } from '#server/files/file-link.ts'
import { listUsesOf } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { type FileRecord, files } from '#server/files/files.table.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { type Signed, taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

// links stay the same within an hour, so the clock must not pass the end of one
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => {
  vi.useRealTimers()
})

const app = await testApp()
const { db, call } = app
const desk = await taskDesk(app)
const { student, teacher, curator, stranger, otherTeacher, lesson, act, ask, submit, review, read } = desk

beforeEach(async () => {
  await desk.forget()
  await empty(db, 'file_uses')
})

const start = async () => (await ask(student, 'PUT', `/api/lessons/${lesson.id}/task`)).body.task.id as number
const save = (id: number, body: object, person = student) => act(person, id, 'draft', { content: '', ...body })
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
const image = ({ id }: { id: string }) => `<img src="/files/${id}" alt="" />`
const sees = async (person: Signed, { id }: FileRecord) => (await ask(person, 'GET', `/api/files/${id}`)).status === 200
const usesOf = async (file: FileRecord) => (await listUsesOf(db, [file.id])).map(({ owner }) => owner).sort()

const works = (url: string, file: FileRecord) =>
  isFileLink(file, Object.fromEntries(new URL(url.replaceAll('&amp;', '&'), 'https://site.invalid').searchParams))
const linkIn = (html: string) => /src="([^"]*)"/.exec(html)?.[1] ?? ''

describe('the draft of a task', () => {
  it('lists its files in order, with valid links', async () => {
    const [first, second] = [
      await addFile(db, student.id),
      await addFile(db, student.id, { width: null, name: 'a.zip' }),
    ]
    const id = await start()
    const { status, body } = await save(id, { file_ids: [second.id, first.id, second.id], revision: 0 })
    expect(status).toBe(200)
    expect(body.task.draft.files).toEqual([
      { id: second.id, name: 'a.zip', type: 'image/png', size: 2048, url: expect.any(String) },
      {
        id: first.id,
        name: 'Эскиз.png',
        type: 'image/png',
        size: 2048,
        url: expect.any(String),
        image: { width: 1600, height: 900, thumbnail_url: expect.stringContaining(`/files/${first.id}/thumbnail?`) },
      },
    ])
    const [shown, picture] = body.task.draft.files
    expect([works(shown.url, second), works(picture.url, first), works(picture.image.thumbnail_url, first)]).toEqual([
      true,
      true,
      true,
    ])
    expect(works(shown.url, first)).toBe(false)
    const turned = await save(id, { file_ids: [first.id, second.id], revision: 1 })
    expect(idsOf(turned.body.task.draft.files)).toEqual([first.id, second.id])
  })

  it('keeps the list when none is sent, and clears it when an empty one is', async () => {
    const [listed, shown] = [await addFile(db, student.id), await addFile(db, student.id)]
    const id = await start()
    await save(id, { file_ids: [listed.id], revision: 0 })
    const kept = await save(id, { content: image(shown) + image(listed), revision: 1 })
    expect(idsOf(kept.body.task.draft.files)).toEqual([listed.id])
    expect(works(linkIn(kept.body.task.draft.content), shown)).toBe(true)
    const emptied = await save(id, { content: image(listed), file_ids: [], revision: 2 })
    expect(emptied.body.task.draft.files).toEqual([])
    expect(works(linkIn(emptied.body.task.draft.content), listed)).toBe(true)
    expect(await usesOf(shown)).toEqual([])
    expect(await usesOf(listed)).toEqual(['task-draft'])
  })

  it('saved as it was returned is unchanged', async () => {
    const shown = await addFile(db, student.id)
    const id = await start()
    const { body } = await save(id, { content: `<p>а</p>${image(shown)}`, revision: 0 })
    const again = await save(id, { content: body.task.draft.content, revision: 1 })
    expect(again.body.task.draft.content).toBe(body.task.draft.content)
    const { rows } = await db.execute(sql`select draft_content from tasks`)
    expect(rows).toEqual([{ draft_content: `<p>а</p>${image(shown)}` }])
  })

  it('accepts no files of others, no incomplete and no deleted ones', async () => {
    const own = await addFile(db, student.id)
    const foreign = await addFile(db, stranger.id)
    const half = await addFile(db, student.id, { status: 'uploading' })
    const halfForeign = await addFile(db, stranger.id, { status: 'uploading' })
    const going = await addFile(db, student.id, { status: 'deleting' })
    const id = await start()
    await save(id, { content: '<p>было</p>', file_ids: [own.id], revision: 0 })
    const sentences = new Set<string>()
    for (const { id: bad } of [foreign, halfForeign, going, { id: '0'.repeat(32) }]) {
      const { status, body } = await save(id, { file_ids: [own.id, bad], revision: 1 })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['file_ids']])
      sentences.add(body.errors.file_ids[0])
    }
    // files of others look the same as missing ones
    expect([...sentences]).toEqual([expect.stringMatching(/недоступен/)])
    const { status, body } = await save(id, { file_ids: [half.id], revision: 1 })
    expect([status, body.errors.file_ids]).toEqual([422, [expect.stringMatching(/ещё не загрузился/)]])
    const { draft } = await read(student, id)
    expect([draft.content, draft.revision, idsOf(draft.files)]).toEqual(['<p>было</p>', 1, [own.id]])
  })

  it.each([['x'], [['x']], [[1]], [Array(51).fill('0'.repeat(32))], [{}], [null]])(
    'refuses the list %j',
    async (file_ids) => {
      expect((await save(await start(), { file_ids, revision: 0 })).status).toBe(422)
    },
  )

  it('is accessible to nobody else', async () => {
    const listed = await addFile(db, student.id)
    const id = await start()
    await save(id, { content: image(listed), file_ids: [listed.id], revision: 0 })
    for (const person of [teacher, curator]) {
      expect(JSON.stringify((await ask(person, 'GET', `/api/tasks/${id}`)).body)).not.toContain(listed.id)
      expect(await sees(person, listed)).toBe(false)
    }
  })
})

describe('a hand-in', () => {
  it('includes the files of the draft', async () => {
    const [listed, shown] = [await addFile(db, student.id), await addFile(db, student.id)]
    const id = await start()
    await save(id, { content: `<p>Вот</p>${image(shown)}`, file_ids: [listed.id], revision: 0 })
    const { status, body } = await submit(id)
    expect(status).toBe(200)
    const [attempt] = body.task.attempts
    expect(idsOf(attempt.files)).toEqual([listed.id])
    expect(works(attempt.files[0].url, listed)).toBe(true)
    expect(works(linkIn(attempt.content), shown)).toBe(true)
    expect(body.task.draft).toMatchObject({ content: '', files: [] })
    for (const file of [listed, shown]) expect(await usesOf(file)).toEqual(['attempt'])
    for (const person of [teacher, curator]) {
      const seen = (await read(person, id)).attempts[0]
      expect(idsOf(seen.files)).toEqual([listed.id])
      expect(works(linkIn(seen.content), shown)).toBe(true)
    }
  })

  it('needs no text when it has files, but it cannot be empty', async () => {
    const listed = await addFile(db, student.id)
    const id = await start()
    await save(id, { file_ids: [listed.id], revision: 0 })
    await save(id, { file_ids: [], revision: 1 })
    const { status, body } = await submit(id)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['content']])
    await save(id, { file_ids: [listed.id], revision: 2 })
    const done = await submit(id)
    expect(done.status).toBe(200)
    expect(done.body.task.attempts).toMatchObject([{ content: '', files: [{ id: listed.id }] }])
  })

  it('shows a picture whose upload was completed after the draft was kept', async () => {
    const late = await addFile(db, student.id, { status: 'uploading' })
    const id = await start()
    await save(id, { content: image(late), revision: 0 })
    expect(await usesOf(late)).toEqual([])
    await db.update(files).set({ status: 'ready' }).where(eq(files.id, late.id))
    const { body } = await submit(id)
    expect(works(linkIn(body.task.attempts[0].content), late)).toBe(true)
  })

  it('repeated with its key gets the first response, with valid links', async () => {
    const listed = await addFile(db, student.id)
    const id = await start()
    await save(id, { content: image(listed), file_ids: [listed.id], revision: 0 })
    const first = await submit(id, 'k')
    expect((await submit(id, 'k')).body).toEqual(first.body)
    // makes the links of the first response expire
    const key = Buffer.alloc(32, 1)
    await db.update(files).set({ link_key: key }).where(eq(files.id, listed.id))
    await review(id, { attempt: 1, verdict: 'returned', comment: 'Ещё' })
    const again = await submit(id, 'k')
    expect(again.status).toBe(200)
    const [attempt] = again.body.task.attempts
    expect(works(attempt.files[0].url, { ...listed, link_key: key })).toBe(true)
    expect(works(linkIn(attempt.content), { ...listed, link_key: key })).toBe(true)
    const { attempts, ...rest } = first.body.task
    expect(again.body.task).toMatchObject(rest)
    expect(attempt).toMatchObject({ number: 1, review: null })
    expect(attempts).toHaveLength(1)
  })

  it('has no file that its assignment refuses, not even one whose upload has just ended', async () => {
    await db
      .update(assignments)
      .set({ file_types: ['.pdf'] })
      .where(eq(assignments.id, desk.assignment.id))
    const archive = { width: null, height: null, type: 'application/zip', name: 'a.zip' }
    const late = await addFile(db, student.id, { ...archive, status: 'uploading' })
    const id = await start()
    await save(id, { content: `<p>Вот</p><a data-type="file" href="/files/${late.id}">a.zip</a>`, revision: 0 })
    await db.update(files).set({ status: 'ready' }).where(eq(files.id, late.id))
    const { status, body } = await submit(id)
    await db.update(assignments).set({ file_types: [] })
    expect([status, body.errors]).toEqual([422, { file_ids: ['Неверное расширение файла'] }])
  })

  it('never changes afterwards, whatever happens to the draft', async () => {
    const [first, second] = [await addFile(db, student.id), await addFile(db, student.id)]
    const id = await start()
    await save(id, { content: image(first), file_ids: [first.id], revision: 0 })
    await submit(id)
    await review(id, { attempt: 1, verdict: 'returned', comment: 'Ещё' })
    const { draft } = await read(student, id)
    expect(idsOf(draft.files)).toEqual([first.id])
    expect(works(linkIn(draft.content), first)).toBe(true)
    await save(id, { content: '<p>Иначе</p>', file_ids: [second.id], revision: draft.revision })
    await submit(id)
    const { attempts } = await read(teacher, id)
    expect(attempts.map(({ files }: Attempt) => idsOf(files))).toEqual([[first.id], [second.id]])
    expect(works(linkIn(attempts[0].content), first)).toBe(true)
  })

  it('that was taken back is the draft again, and its files are the student’s own', async () => {
    const [listed, shown] = [await addFile(db, student.id), await addFile(db, student.id)]
    const id = await start()
    await save(id, { content: image(shown), file_ids: [listed.id], revision: 0 })
    await submit(id)
    const { body } = await act(student, id, 'withdraw')
    expect(idsOf(body.task.draft.files)).toEqual([listed.id])
    expect(works(linkIn(body.task.draft.content), shown)).toBe(true)
    expect(idsOf(body.task.attempts[0].files)).toEqual([listed.id])
    const seen = (await read(teacher, id)).attempts[0]
    expect([seen.content, seen.files]).toEqual(['', []])
    for (const file of [listed, shown]) {
      expect(await sees(teacher, file)).toBe(false)
      expect(await usesOf(file)).toEqual(['attempt', 'task-draft'])
    }
  })

  it('that was returned leaves an existing draft with files alone', async () => {
    const [old, fresh] = [await addFile(db, student.id), await addFile(db, student.id)]
    const task = await buildTask(db, {
      assignment_id: desk.assignment.id,
      students: [student.id],
      status: 'submitted',
      draftFiles: [fresh.id],
      attempts: [{ content: image(old), files: [old.id], hoursAgo: 1 }],
    })
    await review(task.id, { attempt: 1, verdict: 'returned', comment: 'Ещё' })
    const { draft } = await read(student, task.id)
    expect([draft.content, idsOf(draft.files)]).toEqual(['', [fresh.id]])
  })
})

describe('a stranger who knows the id of a handed-in file', () => {
  it('gets no link by writing it into their own texts', async () => {
    const secret = await addFile(db, student.id)
    const id = await start()
    await save(id, { file_ids: [secret.id], revision: 0 })
    await submit(id)
    const content = `${image(secret)}<a href="/files/${secret.id}">x</a>`
    for (const person of [stranger, otherTeacher]) {
      const { token } = person
      const { project } = (await call('POST', '/api/projects', { token, body: { name: 'x', content } })).body
      const draft = await call('PUT', '/api/drafts/project:new', {
        token,
        body: { value: { content, files: [secret.id] }, revision: 0 },
      })
      expect(project.content + JSON.stringify(draft.body)).not.toMatch(/signature|\/files\/[0-9a-f]+\?/)
      expect(await sees(person, secret)).toBe(false)
    }
    const course = (await call('POST', '/api/courses', { token: otherTeacher.token, body: { name: 'x', content } }))
      .body.course
    const made = await call('POST', '/api/lessons', {
      token: otherTeacher.token,
      body: { course_id: course.id, name: 'x', content, assignment: { text: content } },
    })
    expect(JSON.stringify([course, made.body])).not.toContain('signature')
    expect(await usesOf(secret)).toEqual(['attempt'])
  })

  it('while its readers may pass it on', async () => {
    const handed = await addFile(db, student.id)
    const id = await start()
    await save(id, { file_ids: [handed.id], revision: 0 })
    await submit(id)
    const response = await ask(teacher, 'PUT', `/api/lessons/${lesson.id}`, { content: image(handed) })
    expect(works(linkIn(response.body.lesson.content), handed)).toBe(true)
  })
})

describe('a project made from a task', () => {
  it('begins with its text and its files, and its authors may keep them', async () => {
    const [shown, listed, archive, film] = [
      await addFile(db, student.id),
      await addFile(db, student.id, { name: 'Вид «сбоку» & "сверху".png' }),
      await addFile(db, student.id, { width: null, height: null, type: 'application/zip', name: 'a<b>.zip' }),
      await addFile(db, student.id, { width: null, height: null, type: 'video/mp4', name: 'film.mp4' }),
    ]
    const friend = await app.signedIn()
    const task = await buildTask(db, {
      assignment_id: desk.assignment.id,
      students: [student.id, friend.id],
      status: 'accepted',
      attempts: [
        {
          content: `<p>Готово</p>${image(shown)}`,
          files: [listed.id, shown.id, archive.id, film.id],
          hoursAgo: 2,
          review: { user_id: teacher.id, hoursAgo: 1, verdict: 'accepted' },
        },
      ],
    })
    const made = await ask(friend as Signed, 'POST', '/api/projects', { name: 'Из работы', task_id: task.id })
    expect(made.status).toBe(201)
    const { content } = made.body.project
    const ids = [...content.matchAll(/(?:src|href)="\/files\/([0-9a-f]{32})\?/g)].map(([, id]) => id)
    expect(ids).toEqual([shown, listed, archive, film].map(({ id }) => id))
    const { rows } = await db.execute(sql`select content from projects where id = ${made.body.project.id}`)
    expect(rows[0]?.content).toBe(
      `<p>Готово</p>${image(shown)}<img src="/files/${listed.id}" alt="Вид «сбоку» &amp; &quot;сверху&quot;.png" />` +
        `<a data-type="file" href="/files/${archive.id}" data-size="2048">a&lt;b&gt;.zip</a>` +
        `<video src="/files/${film.id}" data-name="film.mp4"></video>`,
    )
  })
})
