import { describe, expect, it } from 'vitest'
import type { FieldValue, ShownRow } from '#contract/organisation/organisation.schema.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { markedElements, readDocument, textOf } from '#server/organisation/self-check-markup.ts'
import { testApp } from '#server/testing/app.ts'

const { db, config, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const teacher = await signedIn({ role: 'teacher', name: 'Вера', surname: 'Лосева' })
const editor = editorOf(call, curator)

const students = await Promise.all([signedIn(), signedIn(), signedIn()])
const off = await signedIn({ active: false })

const layout = await buildCourse(db, {
  name: 'Вёрстка',
  announced: true,
  code: '06.01',
  level: 'Повышение квалификации',
  form: 'Заочная',
  duration: '14 недель',
  seats: 5,
  price: 42_000,
  teachers: [teacher.id],
  students: [...students, off].map(({ id }) => id),
})
const section = await buildSection(db, layout.id, 'Сетка')
await buildLesson(db, { course_id: layout.id, section_id: section.id, name: 'Колонки' })
await buildLesson(db, { course_id: layout.id, section_id: section.id, name: 'Поля' })

const type = await buildCourse(db, {
  name: 'Шрифт',
  announced: true,
  seats: 2,
  price: 0,
  teachers: [teacher.id],
  students: students.map(({ id }) => id),
})
await buildLesson(db, { course_id: type.id, name: 'Буква' })
await buildLesson(db, { course_id: type.id, name: 'Ещё не открыт', status: 'draft' })
await buildCourse(db, { name: 'Черновик', announced: true, status: 'draft', teachers: [teacher.id] })
await buildCourse(db, { name: '7 «Б»', teachers: [teacher.id], students: students.map(({ id }) => id) })

const texts = (rows: ShownRow[], ...names: string[]) =>
  rows.map(({ values }) => names.map((name) => values[name]?.text))

describe('pages nobody has written', () => {
  it('show the announced courses as programmes with their subjects', async () => {
    const { blocks } = await editor.read(4)
    expect(texts(blocks.eduAccred, 'eduCode', 'eduName', 'eduLevel', 'eduForm', 'learningTerm', 'eduPred')).toEqual([
      ['06.01', 'Вёрстка', 'Повышение квалификации', 'Заочная', '14 недель', 'Сетка'],
      [
        '',
        'Шрифт',
        'Дополнительное образование детей и взрослых',
        'Очная с применением дистанционных образовательных технологий',
        'По учебному плану программы',
        'Буква',
      ],
    ])
    // an announcement is no plan: the documents of a programme are the school's
    const [plan] = blocks.eduOp
    expect(plan.values.eduName.text).toBe('Вёрстка')
    for (const name of ['opMain', 'educationPlan', 'educationRpd']) {
      expect(plan.values[name]).toEqual({ text: '', links: [], documents: [] })
    }
  })

  it('show the teachers with the programmes they teach', async () => {
    const { blocks } = await editor.read(6)
    expect(texts(blocks.teachingStaff, 'fio', 'post', 'teachingDiscipline', 'teachingOp')).toEqual([
      ['Лосева Вера', 'Преподаватель', 'Сетка; Буква', 'Вёрстка; Шрифт'],
    ])
  })

  it('show the free places, never below zero', async () => {
    const { blocks } = await editor.read(10)
    expect(texts(blocks.vacant, 'eduName', 'numberBFVacant', 'numberPVacant')).toEqual([
      ['Вёрстка', '0', '2'],
      ['Шрифт', '0', '0'],
    ])
  })

  it('ask for a number of places of a course without a limit, and explain why', async () => {
    const { id } = await buildCourse(db, { name: 'Цвет', announced: true, seats: null })
    try {
      const { blocks } = await editor.read(10)
      const [row] = blocks.vacant.filter(({ from }: ShownRow) => from === `course:${id}`)
      expect(row.values.numberPVacant).toEqual({
        text: '',
        links: [],
        documents: [],
        note: 'Число мест не установлено: приём не ограничен',
      })
      const { body } = await call('GET', '/sveden/vacant')
      const numbers = markedElements(readDocument(body)).filter(({ name }) => name === 'numberPVacant')
      expect(numbers.map(({ element }) => textOf(element))).toEqual(['2', '0', '0'])
      expect(body).toContain('>Число мест не установлено: приём не ограничен<')
      const { body: csv } = await call('GET', '/api/organisation/pages/10/tables/vacant')
      expect(csv).toContain('0 (Число мест не установлено: приём не ограничен)')
      // not filled in yet
      const { pages } = (await call('GET', '/api/organisation/overview', { token: curator.token })).body
      expect(pages[9].filled).toBe(pages[9].required - 2)
    } finally {
      await updateCourse(db, id, { status: 'archived' })
    }
  })

  it('show numbers of students, prices and courses as tables and resources', async () => {
    const [education, objects, paid] = [await editor.read(4), await editor.read(7), await editor.read(8)]
    expect(education.tables).toEqual([])
    expect(
      texts(education.blocks.numbers, 'programme', 'level', 'form', 'federal', 'localForeign', 'contract'),
    ).toEqual([
      ['Вёрстка', 'Повышение квалификации', 'Заочная', '0', '0', '3'],
      ['Шрифт', expect.any(String), expect.any(String), '0', '0', '3'],
    ])
    expect(paid.tables[0].rows.map((row: string[]) => row.at(-1)?.replace(/\s/g, ' '))).toEqual([
      '42 000 ₽',
      'Бесплатно',
    ])
    const [students] = education.blocks.students[0].values.eduChislenEl.links
    const [prices] = paid.blocks.paid[0].values.paidSt.links
    for (const { url } of [students, prices]) {
      const { status, headers } = await call('GET', url)
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    }
    expect(objects.blocks.equipment[0].values.erList.links).toEqual([
      { title: 'Курс «Вёрстка»', url: `/programs/${layout.id}` },
      { title: 'Курс «Шрифт»', url: `/programs/${type.id}` },
    ])
  })
})

describe('the school', () => {
  const row = (id: string, values: Record<string, FieldValue>, rest: object = {}) => ({ id, values, ...rest })
  const write = (rows: object[]) => editor.write(6, { ...contentOf({}), blocks: { teachingStaff: { rows } } })

  it('corrects single fields of a row, and the rest follows the platform', async () => {
    await write([
      row('own', { fio: { text: 'Дьяков Роман' } }),
      row(
        'vera',
        { fio: { text: 'Лосева Вера Игоревна' }, teachingOp: { absent: true } },
        { from: `teacher:${teacher.id}` },
      ),
    ])
    const rows = (await editor.read(6)).blocks.teachingStaff
    expect(rows.map(({ id, from }: ShownRow) => [id, from])).toEqual([
      ['own', null],
      ['vera', `teacher:${teacher.id}`],
    ])
    expect(texts(rows, 'fio', 'post', 'teachingOp')).toEqual([
      ['Дьяков Роман', '', ''],
      ['Лосева Вера Игоревна', 'Преподаватель', ''],
    ])
    const { platform } = await editor.load(6)
    expect(texts(platform.teachingStaff, 'fio', 'teachingOp')).toEqual([['Лосева Вера', 'Вёрстка; Шрифт']])
  })

  it('leaves a row out, and the correction of a deleted course is dropped with it', async () => {
    await write([row('vera', {}, { from: `teacher:${teacher.id}`, hidden: true })])
    expect((await editor.read(6)).blocks.teachingStaff).toEqual([])
    await write([row('nobody', { fio: { text: 'Никто' } }, { from: 'teacher:999999' })])
    expect(texts((await editor.read(6)).blocks.teachingStaff, 'fio')).toEqual([['Лосева Вера']])
  })

  it('uses the platform’s data only while it has no own', async () => {
    const refs = [{ title: 'Прейскурант', url: 'https://school.example/prices.pdf' }]
    await editor.write(8, contentOf({ paid: [{ paidSt: { refs } }] }))
    expect((await editor.read(8)).blocks.paid[0].values.paidSt.links).toEqual(refs)
    await editor.write(8, contentOf({ paid: [{ paidSt: { absent: true } }] }))
    expect((await editor.read(8)).blocks.paid[0].values.paidSt.links).toEqual([])
  })
})

describe('a table as CSV', () => {
  it('is also made for a table inside a text', async () => {
    const table = (text: string) =>
      `<table><tbody><tr><th><p>Год</p></th><th>Что</th></tr><tr><td>2026</td><td>${text}</td></tr></tbody></table>`
    const before = `<p>1 &lt;table&gt; 2</p>${table('раз')}`
    await editor.write(13, { ...contentOf({}), before, after: `${table('два')}<p>и</p>${table('<b>три</b>; четыре')}` })
    expect(linesOf((await csv(13, 'before-1')).body)).toEqual(['"Год";"Что"', '"2026";"раз"', ''])
    expect(linesOf((await csv(13, 'after-2')).body)).toEqual(['"Год";"Что"', '"2026";"три; четыре"', ''])
    for (const none of ['before-2', 'after-0', 'after-3', 'middle-1']) expect((await csv(13, none)).status).toBe(404)
    const { body } = await call('GET', '/organisation/page13')
    for (const key of ['before-1', 'after-1', 'after-2']) expect(body).toContain(`/pages/13/tables/${key}"`)
    // each is scrolled in a frame that the keyboard reaches
    for (const name of ['Таблица из текста', 'Таблица 1 из текста', 'Таблица 2 из текста'])
      expect(body).toContain(`<div class="table-frame" role="region" tabindex="0" aria-label="${name}"><table>`)
    expect(body).not.toContain('/tables/before-2"')
  })

  const csv = async (number: number, block: string) => call('GET', `/api/organisation/pages/${number}/tables/${block}`)
  const linesOf = (text: string) => text.slice(1).split('\r\n')

  it('opens in a spreadsheet, and its formulas are text', async () => {
    await editor.write(
      12,
      contentOf({
        internationalDog: [
          { stateName: { text: '=cmd|/c calc' }, orgName: { text: 'Школа; «Первая»' } },
          { stateName: { text: 'Сербия' }, dogReg: { refs: [{ title: 'Договор', url: '/files/1' }] } },
        ],
      }),
    )
    const { status, body, headers } = await csv(12, 'internationalDog')
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(body.charCodeAt(0)).toBe(0xfeff)
    expect(linesOf(body)).toEqual([
      '"Государство";"Организация";"Договор: наименование, дата, номер, срок действия"',
      `"'=cmd|/c calc";"Школа; «Первая»";"отсутствует"`,
      `"Сербия";"отсутствует";"Договор: ${config.publicUrl}/files/1"`,
      '',
    ])
  })

  it('shows empty values as the page does', async () => {
    expect(linesOf((await csv(2, 'repInfo')).body)[1]).toBe(Array(7).fill('"отсутствует"').join(';'))
    expect(linesOf((await csv(9, 'volumes')).body).slice(0, 2)).toEqual([
      '"Показатель";"Значение"',
      '"За счёт федерального бюджета";"0"',
    ])
  })

  it('exists for every block of every page, and for nothing else', async () => {
    for (let number = 1; number <= 14; number += 1) {
      for (const key of Object.keys((await editor.read(number)).blocks)) {
        const { status, headers } = await csv(number, key)
        expect(status).toBe(200)
        expect(headers['content-disposition']).toMatch(/[^.]\.csv$/)
      }
    }
    for (const [number, key] of [
      [1, 'x'],
      [4, 'enrolments'],
      [15, 'main'],
      [1, '__proto__'],
    ] as const) {
      expect((await csv(number, key)).status).toBe(404)
    }
  })
})

describe('the overview', () => {
  it('counts the required names that are filled in or marked as absent', async () => {
    const pageOf = async (number: number) => {
      const { pages } = (await call('GET', '/api/organisation/overview', { token: curator.token })).body
      return pages.find((page: { number: number }) => page.number === number)
    }
    expect(await pageOf(5)).toMatchObject({ required: 8, filled: 0, published_at: null, draft_saved_at: null })
    await editor.save(
      5,
      contentOf({
        rucovodstvo: [{ fio: { text: 'Ветрова О. А.' }, post: { text: 'Директор' }, telephone: { absent: true } }],
      }),
    )
    expect(await pageOf(5)).toMatchObject({
      filled: 0,
      draft_saved_at: expect.any(String),
      deadline: expect.any(String),
    })
    await editor.publish(5)
    expect(await pageOf(5)).toMatchObject({ filled: 3, draft_saved_at: null, deadline: null })
    // the platform's data count, too
    expect((await pageOf(10)).filled).toBeGreaterThan(5)
  })
})

it('drops a course that is no longer published from every page', async () => {
  await updateCourse(db, type.id, { status: 'archived' })
  const { blocks } = await editor.read(4)
  expect(texts(blocks.eduAccred, 'eduName')).toEqual([['Вёрстка']])
  expect(blocks.numbers).toHaveLength(1)
  expect((await editor.read(8)).tables[0].rows).toHaveLength(1)
})
