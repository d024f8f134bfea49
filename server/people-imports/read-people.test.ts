import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { ZipFile } from 'yazl'
import { maxPeople } from '#contract/people-imports/people-fields.ts'
import { schoolWords } from '#contract/site/school-words.ts'
import { readPeople } from '#server/people-imports/read-people.ts'
import { cpuTimeMs } from '#server/testing/cpu-time.ts'

const read = async (bytes: Uint8Array | string, chosen = {}) => {
  const result = await readPeople({ bytes: Buffer.from(bytes), chosen, words: schoolWords() })
  return 'file' in result ? result.file : result
}

const wanted = async (bytes: Uint8Array | string) => {
  const result = await read(bytes)
  return 'rows' in result
    ? result.rows.map(({ line, wanted, errors }) => ({
        line,
        ...wanted,
        ...(Object.keys(errors).length > 0 && { errors }),
      }))
    : result
}

/** «Фамилия;Имя» and so on in the code page of Russian Windows. */
const windows1251 = (text: string) =>
  Buffer.from(
    [...text].map((char) => {
      const code = char.charCodeAt(0)
      if (code < 128) return code
      if (char === 'ё') return 0xb8
      if (char === '«') return 0xab
      if (char === '»') return 0xbb
      return code - 0x410 + 0xc0
    }),
  )

const maria = { line: 2, surname: 'Иванова', name: 'Мария', email: 'maria@school.example', classes: ['5 «А»'] }
const table = 'Фамилия;Имя;Почта;Класс\r\nИванова;Мария;maria@school.example;5 «А»\r\n'

it.each([
  ['a PDF file', '%PDF-1.4\n1 0 obj', /^Это не таблица/],
  ['a page that is called a table', '<html><table><tr><td>Фамилия</td></tr></table></html>', /^Это не таблица/],
  ['a picture', Buffer.from('89504e470d0a1a0a4948445250', 'hex'), /^Это не таблица/],
  ['a line of text', 'просто текст', /^Это не похоже на таблицу с людьми/],
  ['headings alone', 'Фамилия;Имя', /^В файле только заголовки/],
])('%s is refused in words', async (_, bytes, failure) => {
  expect(await read(bytes)).toEqual({ field: 'file', failure: expect.stringMatching(failure) })
})

describe('a table with separators', () => {
  it.each([
    ['UTF-8', table],
    ['UTF-8 with a mark', `\ufeff${table}`],
    ['windows-1251', windows1251(table)],
    ['UTF-16, as «Юникод» of Excel', Buffer.from(`\ufeff${table.replaceAll(';', '\t')}`, 'utf16le')],
    ['commas', table.replaceAll(';', ',')],
    ['tabs', table.replaceAll(';', '\t')],
    ['line ends of old systems', table.replaceAll('\r\n', '\r')],
    ['a declared separator', `sep=|\r\n${table.replaceAll(';', '|')}`],
    ['a title above the headings', `Список класса;;;\r\n\r\n${table}`],
  ])('is read in %s', async (name, bytes) => {
    const line = name.startsWith('a title') ? 4 : 2
    expect(await wanted(bytes)).toEqual([{ ...maria, line }])
  })

  it('may have quotes, separators and line ends in its cells', async () => {
    expect(
      await wanted('ФИО,"E-\nmail",Курсы\n"Орлова ""Мария"", ",o@school.example,"Вёрстка, основы;\n Стили"\n'),
    ).toEqual([expect.objectContaining({ line: 2, email: 'o@school.example', courses: 'Вёрстка, основы;\n Стили' })])
    expect(await wanted('Имя;Фамилия;Почта\nЛев;"Незакрытый;x@school.example')).toHaveLength(1)
  })

  it('takes no longer than its length, whatever is in it', async () => {
    const time = await cpuTimeMs(async () => {
      for (const part of ['"', '""', ';', ',"', '\r\n', '"\n;']) await read(`Имя;Фамилия\n${part.repeat(200_000)}`)
    })
    expect(time).toBeLessThan(5000)
  })

  it('has a limit', async () => {
    const people = Array.from({ length: maxPeople + 1 }, () => 'Лев;Тихий')
    expect(await read(['Имя;Фамилия', ...people].join('\n'))).toEqual({
      field: 'file',
      failure: expect.stringContaining('5000'),
    })
  })
})

describe('columns', () => {
  it.each([
    ['e-mail', 'email'],
    ['Эл. почта', 'email'],
    ['Адрес электронной почты *', 'email'],
    ['Эл. адрес', 'email'],
    ['Электронный адрес ученика', 'email'],
    ['Адрес эл. почты', 'email'],
    ['E-mail адрес', 'email'],
    ['Электронный адрес родителя', 'parent_email'],
    ['Почта (родителя)', 'parent_email'],
    ['E-mail законного представителя', 'parent_email'],
    ['ФИО матери', 'parent_name'],
    ['Ф.И.О.', 'full_name'],
    ['Фамилия, имя, отчество', 'full_name'],
    ['ДАТА  РОЖДЕНИЯ', 'birth_date'],
    ['Учебная группа', 'class'],
    ['Табельный №', undefined],
    ['№ п/п', undefined],
    ['Телефон', undefined],
  ])('«%s» is %s', async (heading, field) => {
    const file = await read(`Имя;Фамилия;${heading}\nЛев;Тихий;x\n`)
    const { name, surname, ...others } = (file as { columns: Record<string, string> }).columns
    expect({ name, surname, found: Object.keys(others)[0] }).toEqual({ name: 'Имя', surname: 'Фамилия', found: field })
  })
})

describe('cells', () => {
  it('are dates as people and programs write them', async () => {
    const days = [
      '3.5.2008',
      '03/05/2008',
      '2008-05-03',
      '2008-05-03T00:00:00',
      '03.05.2008 г.',
      '39571',
      '03.05.08',
      '31.02.2008',
      '2008',
    ]
    const rows = await wanted(
      `Имя;Фамилия;Дата рождения\n${days.map((day, i) => `Лев;Тихий${'а'.repeat(i)};${day}`).join('\n')}`,
    )
    const right = { birth_date: '2008-05-03' }
    const wrong = { errors: { birth_date: [expect.any(String)] } }
    expect(rows).toMatchObject([right, right, right, right, right, right, wrong, wrong, wrong])
    expect(Array.isArray(rows) && rows[7]).toMatchObject({
      errors: { birth_date: ['«31.02.2008» — не дата. Напишите её так: 14.03.2011'] },
    })
  })

  it('are names and roles', async () => {
    expect(await wanted('ФИО;Роль\nМамедов Али Гасан оглы;Учитель\nРимский-Корсаков Н. А.;\n')).toMatchObject([
      { surname: 'Мамедов', name: 'Али', patronymic: 'Гасан оглы', role: 'teacher' },
      { surname: 'Римский-Корсаков', name: 'Н.', patronymic: 'А.' },
    ])
  })
})

const workbook = async (parts: Record<string, string>) => {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream as never)
}

describe('a workbook', () => {
  it('is read as Excel saves it, with dates and numbers', async () => {
    const text = (value: string) => ({ value, type: String })
    const file = await writeExcelFile([
      ['Фамилия', 'Имя', 'Дата рождения', 'Номер', 'Почта'].map(text),
      [
        text('Ёлкин'),
        text('Лев'),
        { value: new Date('2008-05-03'), type: Date, format: 'dd.mm.yyyy' },
        { value: 1234567890123, type: Number },
        text('lev@school.example'),
      ],
    ]).toBuffer()
    expect(await wanted(file)).toEqual([
      {
        line: 2,
        surname: 'Ёлкин',
        name: 'Лев',
        birth_date: '2008-05-03',
        own_number: '1234567890123',
        email: 'lev@school.example',
      },
    ])
  })

  it('is read as 1С saves it: names in another case, prefixes, cells without places, parts of texts', async () => {
    const file = await workbook({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="x" xmlns:r="r"><x:sheets><x:sheet name="a" state="hidden" r:id="h"/><x:sheet name="b" r:id="s"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="h" Target="worksheets/sheet1.xml"/><Relationship Id="s" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      'xl/SharedStrings.xml':
        '<sst><si><t>Фамилия</t></si><si><r><t>И</t></r><r><t xml:space="preserve">мя</t></r></si><si><t>Кот &amp; Ко</t></si></sst>',
      'xl/worksheets/sheet1.xml': '<worksheet/>',
      'xl/worksheets/sheet2.xml':
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row><x:row r="5"><x:c r="A5" t="inlineStr"><x:is><x:t>Лу</x:t></x:is></x:c><x:c r="B5" t="str"><x:v>Ян</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect(await wanted(file)).toEqual([{ line: 5, surname: 'Лу', name: 'Ян' }])
  })

  const sheet = (name: string, ...rows: string[][]) => ({
    sheet: name,
    data: rows.map((row) => row.map((value) => ({ value, type: String }))),
  })
  const person = [
    ['Фамилия', 'Имя', 'Почта'],
    ['Ёлкин', 'Лев', 'lev@school.example'],
  ]

  it('is read from its first sheet with people, and the others are named', async () => {
    const pupils = sheet('Ученики', ...person)
    const note = sheet('Читать сначала', ['Почта ученика обязательна'], ['Класс пишется так: 5 «А»'])
    const teachers = sheet('Учителя', ['ФИО', 'Роль'], ['Орлова Мария', 'учитель'])
    for (const [sheets, sheetsRead] of [
      [[pupils], { read: 'Ученики', others: [] }],
      [[pupils, teachers, sheet('Лист3')], { read: 'Ученики', others: ['Учителя'] }],
      [[sheet('Лист1'), note, pupils, teachers], { read: 'Ученики', others: ['Читать сначала', 'Учителя'] }],
    ] as const) {
      const file = await read(await writeExcelFile([...sheets]).toBuffer())
      expect(file).toMatchObject({ sheets: sheetsRead, rows: [{ wanted: { surname: 'Ёлкин' } }] })
    }
    // nothing is found by name: the columns of the first sheet can be chosen by hand
    const unknown = sheet('Список', ['Кто это', 'Как зовут'], ['Ёлкин', 'Лев'])
    expect(await read(await writeExcelFile([unknown, note]).toBuffer())).toMatchObject({
      sheets: { read: 'Список', others: ['Читать сначала'] },
      headings: ['Кто это', 'Как зовут'],
    })
  })

  it('that is a bomb is refused', async () => {
    const row = `<row>${'<c t="str"><v>x</v></c>'.repeat(200)}</row>`
    const many = await workbook({ 'xl/worksheets/sheet1.xml': `<worksheet>${row.repeat(3000)}</worksheet>` })
    const large = await workbook({ 'xl/worksheets/sheet1.xml': `<worksheet>${' '.repeat(70 * 2 ** 20)}</worksheet>` })
    for (const file of [many, large]) {
      expect(file.length).toBeLessThan(2 ** 20)
      expect(await read(file)).toEqual({ field: 'file', failure: expect.stringContaining('слишком большая') })
    }
    expect(await read(Buffer.from('PK\u0003\u0004'))).toMatchObject({
      field: 'file',
      failure: expect.stringMatching(/^Файл не читается/),
    })
  })
})
