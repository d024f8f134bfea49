import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { fileUses } from '#server/files/files.table.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { organisationRecords } from '#server/organisation/organisation.table.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator', name: 'Ольга', surname: 'Ветрова' })
const colleague = await signedIn({ role: 'curator' })
const editor = editorOf(call, curator)

const moment = expect.stringMatching(/Z$/)

describe('a draft', () => {
  it('is seen by curators alone until it is published, and the page shows when it was changed', async () => {
    const content = contentOf({ main: [{ fullName: { text: 'АНО «Практика»' }, regDate: { text: '2021-09-01' } }] })
    expect(await editor.load(1)).toMatchObject({ revision: 0, saved_at: null, deadline: null, content: emptyContent })
    const { status, body } = await editor.save(1, content, 0)
    expect([status, body.draft]).toMatchObject([
      200,
      { content, revision: 1, saved_at: moment, saved_by: 'Ольга Ветрова', since: moment, published_at: null },
    ])
    expect((await editor.read(1)).blocks.main[0].values.fullName.text).toBe('')

    const published = await editor.publish(1, 1)
    expect([published.status, published.body.draft]).toMatchObject([
      200,
      { content, revision: 2, saved_at: null, saved_by: null, since: null, deadline: null, published_at: moment },
    ])
    const page = await editor.read(1)
    expect(page).toMatchObject({ updated_at: body.draft.saved_at, published_at: published.body.draft.published_at })
    expect(page.blocks.main[0].values).toMatchObject({
      fullName: { text: 'АНО «Практика»', links: [], documents: [] },
      regDate: { text: '01.09.2021' },
      address: { text: '' },
    })

    // a later draft does not change what everybody reads
    await editor.save(1, contentOf({ main: [{ fullName: { text: 'Другое имя' } }] }))
    expect(await editor.read(1)).toEqual(page)
    expect((await editor.discard(1)).body.draft).toMatchObject({ content, revision: 4, saved_at: null })
  })

  it('that is outdated is refused with a sentence, and changes nothing', async () => {
    const { revision } = await editor.load(2)
    await editorOf(call, colleague).save(2, contentOf({}, { before: '<p>Коллега</p>' }), revision)
    const kept = await editor.load(2)
    for (const response of [
      await editor.save(2, contentOf({}, { before: '<p>Я</p>' }), revision),
      await editor.publish(2, revision),
    ]) {
      expect(response.status).toBe(409)
      expect(response.body).toMatchObject({ type: 'urn:praktika:problem:draft-behind' })
      expect(response.body.detail).toMatch(/^Пока вы правили страницу, её изменили/)
    }
    expect(await editor.load(2)).toEqual(kept)
  })

  it('is not discarded by somebody who has not seen it', async () => {
    const others = editorOf(call, colleague)
    await others.write(5, contentOf({}, { before: '<p>Первая</p>' }))
    await others.write(5, contentOf({}, { before: '<p>Вторая</p>' }))
    const { revision } = await editor.load(5)
    const first = (await editor.versions(5)).at(-1)
    await others.save(5, contentOf({}, { before: '<p>Слова коллеги</p>' }), revision)
    const kept = await editor.load(5)
    for (const response of [await editor.discard(5, revision), await editor.restore(5, first.id, revision)]) {
      expect([response.status, response.body.type]).toEqual([409, 'urn:praktika:problem:draft-behind'])
    }
    expect(await editor.load(5)).toEqual(kept)
    expect((await editor.restore(5, first.id, kept.revision)).status).toBe(200)
    expect((await editor.discard(5, kept.revision + 1)).status).toBe(200)
  })

  it('saved many times at once equals one of the saves', async () => {
    const { revision } = await editor.load(3)
    const texts = Array.from({ length: 8 }, (_, place) => `<p>Правка ${place}</p>`)
    const responses = await Promise.all(
      texts.map((before, place) =>
        editorOf(call, place % 2 ? curator : colleague).save(3, contentOf({}, { before }), revision),
      ),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect((await editor.load(3)).content.before).toBe(texts[statuses.indexOf(200)])
  })

  it('equal to the published page is no draft', async () => {
    const content = contentOf({ health: [{ health: { text: 'Аптечка' } }] }, { before: '<p>Питание</p>' })
    expect(await editor.write(13, content)).toEqual([200, 200])
    await editor.save(13, { ...content, before: '<p>Обед</p>' })
    expect(await editor.load(13)).toMatchObject({ saved_at: moment, since: moment })
    const { body } = await editor.save(13, content)
    expect(body.draft).toMatchObject({ content, saved_at: null, since: null, deadline: null })
  })

  it('keeps the ten working days of its first save', async () => {
    await editor.save(12, contentOf({}, { before: '<p>Раз</p>' }))
    const { since, deadline } = await editor.load(12)
    await editor.save(12, contentOf({}, { before: '<p>Два</p>' }))
    expect(await editor.load(12)).toMatchObject({ since, deadline })
    expect(Date.parse(deadline) - Date.parse(since)).toBeGreaterThan(12 * dayMs)
  })
})

describe('a page without changes', () => {
  it('is published once, as the platform fills it, and not twice', async () => {
    expect((await editor.load(8)).published_at).toBeNull()
    const { status, body } = await editor.publish(8)
    expect([status, body.draft]).toMatchObject([200, { content: emptyContent, saved_at: null, published_at: moment }])
    expect(await editor.versions(8)).toHaveLength(1)
    const again = await editor.publish(8)
    expect([again.status, again.body.detail]).toEqual([409, 'На странице нет изменений: публиковать нечего.'])
    expect(await editor.versions(8)).toHaveLength(1)
  })
})

describe('a curator’s text', () => {
  it('is cleaned where it is HTML, and plain where it is text', async () => {
    const text = '<img src=x onerror=alert(1)> & <b>жирно</b>'
    await editor.write(
      9,
      contentOf({ volume: [{ finYear: { text } }] }, { before: '<p>Текст</p><script>1</script>', after: text }),
    )
    const page = await editor.read(9)
    expect(page.before).toBe('<p>Текст</p>')
    expect(page.after).not.toMatch(/onerror|<img/)
    expect(page.blocks.volume[0].values.finYear.text).toBe(text)
  })

  it('may contain characters that no database keeps', async () => {
    const rows = [{ id: 'a\u0000\ud800', from: 'teacher:\u0000', values: { finYear: { text: '20\u000025' } } }]
    const own = { id: 'b\u0000', values: { finYear: { text: '20\u000025' }, __proto__: { text: 'x' } } }
    const { status } = await editor.save(9, { ...emptyContent, blocks: { volume: { rows: [...rows, own] } } })
    expect(status).toBe(200)
    await editor.publish(9)
    expect((await editor.read(9)).blocks.volume).toMatchObject([{ id: 'b', values: { finYear: { text: '2025' } } }])
  })

  it('keeps only what the registry defines, and drops what was emptied', async () => {
    const content = {
      ...contentOf({
        volumes: [{ finBFVolume: { text: '0' }, finBRVolume: { text: ' ' }, other: { text: 'x' } }, {}],
        unknown: [{ a: { text: 'x' } }],
      }),
    }
    const { body } = await editor.save(9, content)
    expect(Object.keys(body.draft.content.blocks)).toEqual(['volumes'])
    expect(body.draft.content.blocks.volumes.rows.map(({ values }: { values: object }) => values)).toEqual([
      { finBFVolume: { text: '0' } },
    ])
    await editor.discard(9)
  })

  it.each([
    ['javascript:alert(1)', 422],
    ['JaVaScRiPt:alert(1)', 422],
    ['//evil.example/x', 422],
    ['data:text/html,x', 422],
    ['/\\evil.example', 422],
    ['https://school.example/\u0000', 422],
    ['https://school.example/\ud800', 422],
    ['https://school.example/plan.pdf', 200],
    ['/programs/1', 200],
    ['mailto:a@school.example', 200],
  ])('may link to %s: %i', async (url, status) => {
    const link = { title: 'Сюда', url }
    const inField = contentOf({ standards: [{ eduFedDoc: { refs: [link] } }] })
    expect((await editor.save(14, inField)).status).toBe(status)
    expect((await editor.save(14, contentOf({}, { more: [link] }))).status).toBe(status)
  })

  it.each([
    ['a content that is none', 'x'],
    ['eleven further pages', contentOf({}, { more: Array(11).fill({ title: 'Ещё', url: '/x' }) })],
    ['a document that is not there', contentOf({ health: [{ health: { refs: [{ document_id: 999_999 }] } }] })],
    [
      'rows of one name',
      {
        ...emptyContent,
        blocks: {
          meals: {
            rows: [
              { id: 'a', values: {} },
              { id: 'a', values: {} },
            ],
          },
        },
      },
    ],
  ])('may not be %s', async (_, content) => {
    const before = await editor.load(13)
    expect((await editor.save(13, content)).status).toBe(422)
    expect(await editor.load(13)).toEqual(before)
  })

  it('may be anything until it is published: then numbers are numbers and dates are dates', async () => {
    await editor.save(9, contentOf({ volumes: [{ finBFVolume: { text: 'много' }, finPVolume: { text: '4 860,5' } }] }))
    const { status, body } = await editor.publish(9)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['blocks.volumes.rows.0.values.finBFVolume']])
    expect(body.detail).toBe('За счёт федерального бюджета: введите число, например 120 или 0.')
    expect((await editor.discard(9)).status).toBe(200)
    expect((await editor.publish(9)).status).toBe(409)
  })

  it('is published with wrong numbers where readers do not see them', async () => {
    const { id } = await buildCourse(db, { announced: true })
    const wrong = { contract: { text: 'много' } }
    const inRow = (row: object) => ({
      ...emptyContent,
      blocks: { numbers: { rows: [{ id: 'a', from: `course:${id}`, values: wrong, ...row }] } },
    })
    expect(await editor.write(4, inRow({ hidden: true }))).toEqual([200, 200])
    expect(await editor.write(4, inRow({ from: 'course:999999' }))).toEqual([200, 200])
    expect(await editor.write(4, inRow({}))).toEqual([200, 422])
    await editor.discard(4)
    // for universities alone
    expect(await editor.write(7, contentOf({ hostels: [{ hostelNumRooms: wrong.contract }] }))).toEqual([200, 200])
    await editor.write(7, contentOf({}))
  })

  it.each([
    [{ regDate: '31.02.2021' }, 'Дата создания: введите дату, например 01.09.2021.'],
    [{ regDate: '2021-02-31' }, 'Дата создания: введите дату, например 01.09.2021.'],
    [{ regDate: '01.09.0022' }, 'Дата создания: проверьте год, он раньше 1700-го.'],
    [{ regDate: '0022-09-01' }, 'Дата создания: проверьте год, он раньше 1700-го.'],
    [{ email: 'тел. 5' }, 'Электронная почта: введите адрес почты, например school@example.ru.'],
  ])('is not published with %j', async (texts, detail) => {
    const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text }]))
    await editor.save(1, contentOf({ main: [values] }))
    const { status, body } = await editor.publish(1)
    expect([status, body.detail]).toEqual([422, detail])
    await editor.discard(1)
  })
})

it('is not published with a link in the place of a number or a date', async () => {
  const refs = [{ title: 'Отчёт', url: 'https://example.ru/' }]
  for (const [number, block, name] of [
    [9, 'volumes', 'finBFVolume'],
    [1, 'main', 'regDate'],
  ] as const) {
    await editor.save(number, contentOf({ [block]: [{ [name]: { refs } }] }))
    const { status, body } = await editor.publish(number)
    expect([status, Object.values(body.errors)]).toEqual([422, [['Здесь нужен текст, а не ссылка']]])
    await editor.discard(number)
  }
})

describe('files of the texts', () => {
  const usersOf = async (id: string) =>
    (await db.select().from(fileUses).where(eq(fileUses.file_id, id))).map(({ owner }) => owner).toSorted()

  it('follow the text: from the draft to the page and its version', async () => {
    const picture = await addFile(db, curator.id)
    const before = `<img src="/files/${picture.id}" alt="" />`
    const { body } = await editor.save(7, contentOf({}, { before }))
    expect(body.draft.content.before).toContain('signature=')
    expect(await usersOf(picture.id)).toEqual(['organisation-draft'])
    await editor.publish(7)
    expect(await usersOf(picture.id)).toEqual(['organisation-page', 'organisation-version'])
    expect((await editor.read(7)).before).toContain(`src="/files/${picture.id}" width="1600"`)
    // saved as it was returned, it is unchanged
    expect((await editor.save(7, (await editor.load(7)).content)).body.draft.saved_at).toBeNull()

    await editor.write(7, contentOf({}, { before: '<p>Без картинки</p>' }))
    expect(await usersOf(picture.id)).toEqual(['organisation-version'])
    const [, first] = await editor.versions(7)
    expect((await editor.version(7, first.id)).body.page.before).toContain('signature=')
    const restored = (await editor.restore(7, first.id)).body.draft
    expect(restored.content.before).toContain(picture.id)
    expect(await usersOf(picture.id)).toEqual(['organisation-draft', 'organisation-version'])
    await editor.discard(7)
  })

  it.each(['discarded', 'replaced by a version'])(
    'are there again when a draft that a colleague %s is undone',
    async (how) => {
      const theirs = editorOf(call, colleague)
      await theirs.write(7, contentOf({}, { before: `<p>${how}: раз</p>` }))
      await theirs.write(7, contentOf({}, { before: `<p>${how}: два</p>` }))
      const picture = await addFile(db, curator.id)
      await editor.save(7, contentOf({}, { before: `<img src="/files/${picture.id}" alt="" />` }))
      const { content } = await theirs.load(7)
      const [, first] = await theirs.versions(7)
      const dropped = await (how === 'discarded' ? theirs.discard(7) : theirs.restore(7, first.id))
      expect(dropped.status).toBe(200)
      const { body } = await theirs.save(7, content)
      expect(body.draft.content.before).toContain('signature=')

      // once it is dropped for good, it does not become public
      await theirs.discard(7)
      await theirs.restore(7, first.id)
      await theirs.publish(7)
      expect(await usersOf(picture.id)).toEqual([])
    },
  )
})

describe('a file of a page', () => {
  it('is read by curators while it is in a draft or in history, and by everybody on the page', async () => {
    const picture = await addFile(db, curator.id)
    const teacher = await signedIn({ role: 'teacher' })
    const statuses = async () => {
      const asked = [{}, { token: teacher.token }, { token: colleague.token }]
      return Promise.all(asked.map(async (who) => (await call('GET', `/api/files/${picture.id}`, who)).status))
    }
    await editor.save(6, contentOf({}, { after: `<img src="/files/${picture.id}" alt="" />` }))
    expect(await statuses()).toEqual([404, 404, 200])
    await editor.publish(6)
    expect(await statuses()).toEqual([200, 200, 200])
    await editor.write(6, contentOf({}))
    expect(await statuses()).toEqual([404, 404, 200])
  })
})

describe('history', () => {
  it('has every version with its publisher, and each can become the draft again', async () => {
    const contentWith = (text: string) => contentOf({}, { before: `<p>${text}</p>` })
    await editor.write(11, contentWith('Первая'))
    const theirs = editorOf(call, colleague)
    await theirs.write(11, contentWith('Вторая'))
    const versions = await editor.versions(11)
    expect(versions.map(({ published_by }: { published_by: string }) => published_by === 'Ольга Ветрова')).toEqual([
      false,
      true,
    ])
    const [second, first] = versions
    expect((await editor.version(11, first.id)).body).toMatchObject({
      version: first,
      page: { before: '<p>Первая</p>', published_at: first.published_at },
    })
    expect((await editor.restore(11, first.id)).body.draft.content.before).toBe('<p>Первая</p>')
    expect((await editor.read(11)).before).toBe('<p>Вторая</p>')
    await editor.publish(11)
    expect((await editor.read(11)).before).toBe('<p>Первая</p>')
    expect(await editor.versions(11)).toHaveLength(3)
    for (const response of [await editor.version(10, second.id), await editor.restore(10, second.id)]) {
      expect(response.status).toBe(404)
    }
    expect(await db.$count(organisationRecords, eq(organisationRecords.number, 10))).toBe(0)
  })
})
