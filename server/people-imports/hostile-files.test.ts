import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { send } = importer(app, await app.signedIn({ role: 'curator' }))

it('texts that are cut in the middle of a character are kept', async () => {
  const cutAt = (length: number) => `${'я'.repeat(length - 1)}😀`
  const { status, body } = await send(
    [`Фамилия;Имя;Дата рождения;Курсы;${cutAt(200)}`, `Ёлкин;Лев;${cutAt(40)};${cutAt(100)};x`].join('\n'),
  )
  expect(status).toBe(201)
  const { headings, rows } = body.import
  expect(headings.at(-1)).toHaveLength(200)
  expect(Object.keys(rows[0].errors).sort()).toEqual(['birth_date', 'courses'])
})

it('rows have the numbers of a workbook as far as these can be numbers of rows', async () => {
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
  const row = (number: string, surname: string, name: string) =>
    `<row r="${number}">${cell(surname)}${cell(name)}</row>`
  const given = ['5', '5', '5000000000', '1.5', '1e999', '2', '-1', 'x', '0x50', '1048577', '1048576']
  const zip = new ZipFile()
  const people = given.map((number, index) => row(number, 'Ёлкин', 'Лев'.repeat(index + 1)))
  zip.addBuffer(
    Buffer.from(`<worksheet>${row('5', 'Фамилия', 'Имя')}${people.join('')}</worksheet>`),
    'xl/worksheets/sheet1.xml',
  )
  zip.end()
  const { status, body } = await send(await buffer(zip.outputStream as never), { name: 'Люди.xlsx' })
  expect(status).toBe(201)
  expect(body.import.rows.map(({ line }: { line: number }) => line)).toEqual([
    ...[6, 7, 8, 9, 10, 11, 12, 13, 80, 81, 1_048_576],
  ])
})
