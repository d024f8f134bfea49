import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const app = await testApp()
const { db } = app
const desk = await taskDesk(app)
const { student, teacher, colleague, lesson, assignment, ask, act, submit, review, read } = desk

type Rules = Partial<typeof assignments.$inferInsert>
const ruled = (rules: Rules) => db.update(assignments).set(rules).where(eq(assignments.id, assignment.id))

beforeEach(async () => {
  await desk.forget()
  await ruled({
    kinds: ['text', 'files'],
    file_types: [],
    max_file_size: null,
    due_at: null,
    closes_at: null,
    reviewer_ids: [],
  })
})

const start = async () => (await ask(student, 'PUT', `/api/lessons/${lesson.id}/task`)).body.task.id as number
const save = (id: number, body: object, revision = 0) => act(student, id, 'draft', { content: '', revision, ...body })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const extend = (id: number, extended_until: string) => db.update(tasks).set({ extended_until }).where(eq(tasks.id, id))

describe('a link', () => {
  it('is kept in the draft, handed in, and returned with the task', async () => {
    await ruled({ kinds: ['link'] })
    const id = await start()
    expect((await save(id, { link: ' example.com/работа ' })).body.task.draft).toMatchObject({
      link: 'https://example.com/работа',
    })
    expect((await save(id, { content: '' }, 1)).body.task.draft.link).toBe('https://example.com/работа')
    const handedIn = (await submit(id)).body.task
    expect([handedIn.draft.link, handedIn.attempts[0].link]).toEqual([null, 'https://example.com/работа'])
    expect((await read(teacher, id)).attempts[0].link).toBe('https://example.com/работа')

    expect((await act(student, id, 'withdraw')).body.task.draft.link).toBe('https://example.com/работа')
    expect((await read(teacher, id)).attempts[0].link).toBeNull()
    await submit(id)
    await review(id, { attempt: 2, verdict: 'returned', comment: 'Ещё' })
    expect((await read(student, id)).draft).toMatchObject({ link: 'https://example.com/работа' })
  })

  it('is removed when it is sent empty, and then the task is empty', async () => {
    await ruled({ kinds: ['link'] })
    const id = await start()
    await save(id, { link: 'https://a.example' })
    expect((await save(id, { link: '' }, 1)).body.task.draft.link).toBeNull()
    await save(id, { link: 'a.example:8080/x' }, 2)
    expect((await read(student, id)).draft.link).toBe('https://a.example:8080/x')
    expect((await save(id, { link: null }, 3)).body.task.draft.link).toBeNull()
    const { status, body } = await submit(id)
    expect([status, body.errors]).toEqual([422, { link: ['Работа пустая. Добавьте ссылку и отправьте ещё раз.'] }])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'https://',
    `https://a.example/${'x'.repeat(2000)}`,
  ])('is refused: %s', async (link) => {
    const { status, body } = await save(await start(), { link })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['link']])
  })
})

describe('what an assignment does not accept', () => {
  it.each([
    [['files'], { content: '<p>Текст</p>' }, { content: ['Уберите текст: в этом задании сдают файлы.'] }],
    [['text', 'link'], { file: true }, { file_ids: ['Уберите файлы: в этом задании сдают текст или ссылку.'] }],
    [
      ['text'],
      { content: '<p>Текст</p>', link: 'a.example' },
      { link: ['Уберите ссылку: в этом задании сдают текст.'] },
    ],
  ] as const)('is kept in the draft and refused on hand-in: %j', async (kinds, { ...parts }, errors) => {
    await ruled({ kinds: [...kinds] })
    const id = await start()
    const { file, ...body } = { file: false, ...parts }
    const file_ids = file ? [(await addFile(db, student.id)).id] : []
    expect((await save(id, { ...body, file_ids })).status).toBe(200)
    const refused = await submit(id)
    expect([refused.status, refused.body.errors]).toEqual([422, errors])
    expect((await read(student, id)).status.slug).toBe('draft')
  })

  it('includes files of other types and larger ones, with the messages of the file check', async () => {
    await ruled({ file_types: ['.pdf', 'image/*'], max_file_size: 5 * 1_048_576 })
    const [plan, song, film] = [
      await addFile(db, student.id, { name: 'План.PDF', type: 'application/pdf' }),
      await addFile(db, student.id, { name: 'песня.mp3', type: 'audio/mpeg' }),
      await addFile(db, student.id, { name: 'эскиз.png', type: 'image/png', size: 5 * 1_048_576 + 1 }),
    ]
    const id = await start()
    await save(id, { file_ids: [plan.id, song.id, film.id] })
    const { status, body } = await submit(id)
    expect([status, body.errors]).toEqual([
      422,
      { file_ids: ['Неверное расширение файла', 'Размер файла не должен превышать 5MB'] },
    ])
    expect(body.detail).toBe('песня.mp3: Неверное расширение файла\nэскиз.png: Размер файла не должен превышать 5MB')
    await save(id, { file_ids: [plan.id] }, 1)
    expect((await submit(id)).status).toBe(200)
  })

  it('includes files in the text, of which pictures are a part', async () => {
    await ruled({ file_types: ['.pdf'], max_file_size: 1_048_576 })
    const [sketch, song, long] = [
      await addFile(db, student.id, { name: 'эскиз.png', type: 'image/png', size: 5 * 1_048_576 }),
      await addFile(db, student.id, { name: 'песня.mp3', type: 'audio/mpeg' }),
      await addFile(db, student.id, { name: 'план.pdf', type: 'application/pdf', size: 1_048_577 }),
    ]
    const card = ({ id }: { id: string }) => `<a data-type="file" href="/files/${id}" data-size="1">x</a>`
    const picture = `<img src="/files/${sketch.id}" alt="Эскиз">`
    const id = await start()
    await save(id, { content: `<p>Вот</p>${picture}${card(song)}${card(long)}` })
    const { status, body } = await submit(id)
    expect([status, body.errors]).toEqual([
      422,
      { file_ids: ['Неверное расширение файла', 'Размер файла не должен превышать 1MB'] },
    ])
    await save(id, { content: `<p>Вот</p>${picture}` }, 1)
    expect((await submit(id)).status).toBe(200)
  })

  it('includes files that are called what they are not, unless their real type is taken, too', async () => {
    const { send } = uploader(app.call, student.token)
    const page = Buffer.from('<!doctype html><p>Отчёт')
    const fake = await send(page, { name: 'Отчёт.pdf', type: 'application/pdf' })
    const [code, real] = [
      await send(page, { name: 'index.html' }),
      await send(Buffer.from('%PDF-1.7'), { name: 'a.pdf' }),
    ]
    const id = await start()
    await save(id, { file_ids: [fake.id, code.id, real.id] })
    await ruled({ file_types: ['.pdf', '.html'] })
    const { status, body } = await submit(id)
    expect([status, body.errors.file_ids]).toEqual([
      422,
      [expect.stringContaining('называется .pdf, но внутри другое')],
    ])
    expect(body.detail).toMatch(/^Отчёт\.pdf: /)
    expect((await read(student, id)).status.slug).toBe('draft')
    await ruled({ file_types: ['.pdf', 'text/*', 'application/*'] })
    expect((await submit(id)).status).toBe(200)
  })
})

describe('after the closing date', () => {
  it('nothing can be handed in, but the draft is still kept', async () => {
    await ruled({ due_at: '2026-03-01T09:00:00.000Z', closes_at: '2026-03-02T09:00:00.000Z' })
    const id = await start()
    expect((await save(id, { content: '<p>Поздно</p>' })).body.task).toMatchObject({
      closes_at: '2026-03-02T09:00:00.000Z',
      draft: { content: '<p>Поздно</p>' },
    })
    const { status, body } = await submit(id)
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:hand-in-closed'])
    expect(body.detail).toContain('2 марта 2026')
    expect(body.detail).toContain('12:00 по московскому времени')
    expect((await save(id, { content: '<p>Ещё</p>' }, 1)).status).toBe(200)
  })

  it('an extended task is accepted', async () => {
    await ruled({ closes_at: inMinutes(-60) })
    const id = await start()
    await save(id, { content: '<p>Готово</p>' })
    await extend(id, inMinutes(-30))
    expect((await submit(id)).status).toBe(409)
    await extend(id, inMinutes(30))
    expect((await submit(id)).status).toBe(200)
  })

  it('a hand-in cannot be taken back, for it could not be handed in again', async () => {
    await ruled({ closes_at: inMinutes(60) })
    const id = await start()
    await save(id, { content: '<p>Готово</p>' })
    await submit(id)
    await ruled({ closes_at: inMinutes(-60) })
    const { status, body } = await act(student, id, 'withdraw')
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:hand-in-closed'])
    expect((await read(student, id)).status.slug).toBe('submitted')
    expect((await read(student, id)).can_withdraw).toBeUndefined()
    await extend(id, inMinutes(30))
    expect((await read(student, id)).can_withdraw).toBe(true)
    expect((await act(student, id, 'withdraw')).status).toBe(200)
  })

  it('a hand-in in time is returned again when its key is repeated', async () => {
    await ruled({ closes_at: inMinutes(60) })
    const id = await start()
    await save(id, { content: '<p>Готово</p>' })
    const first = await submit(id, 'k')
    await ruled({ closes_at: inMinutes(-60) })
    const again = await submit(id, 'k')
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.task.attempts).toHaveLength(1)
  })
})

describe('the reviewer', () => {
  const givenTo = async (id: number) => (await read(teacher, id)).reviewer?.id ?? null

  it('is nobody in particular, unless the assignment lists people', async () => {
    const id = await start()
    await save(id, { content: '<p>Готово</p>' })
    await submit(id)
    expect(await givenTo(id)).toBeNull()
  })

  it('is the listed person with the fewest tasks, and the last reviewer', async () => {
    await ruled({ reviewer_ids: [colleague.id, desk.otherTeacher.id] })
    const id = await start()
    await save(id, { content: '<p>Готово</p>' })
    await submit(id)
    expect(await givenTo(id)).toBe(colleague.id)

    await ruled({ reviewer_ids: [teacher.id, colleague.id] })
    await review(id, { attempt: 1, verdict: 'returned', comment: 'Ещё' }, colleague)
    await db.execute(sql`update tasks set reviewer_id = null`)
    await submit(id)
    expect(await givenTo(id)).toBe(colleague.id)
  })
})

it('is notified on open pages of a hand-in and of one that was taken back', async () => {
  const id = await start()
  await save(id, { content: '<p>Готово</p>' })
  await empty(db, 'events')
  await submit(id)
  await act(student, id, 'withdraw')
  const { rows } = await db.execute(
    sql`select event ->> 'happening' as kind, to_curators, user_ids @> array[${student.id}, ${teacher.id}]::int[] as all from events order by id`,
  )
  expect(rows).toEqual([
    { kind: 'submitted', to_curators: true, all: true },
    { kind: 'withdrawn', to_curators: true, all: true },
  ])
})
