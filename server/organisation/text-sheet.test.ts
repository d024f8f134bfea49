import { describe, expect, it } from 'vitest'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { sheetOfTextTable } from '#server/organisation/text-sheet.ts'

const sheet = (before: string) =>
  sheetOfTextTable({ title: 'Питание', before, after: '' } as OrganisationPage, 'before-1')?.sheet

describe('a table in a text as a sheet', () => {
  it('keeps each text in its column where cells are merged', () => {
    const html = `<table>
      <tr><th rowspan="2">Корпус</th><th colspan="2">Мест</th></tr>
      <tr><th>всего</th><th>занято</th></tr>
      <tr><td>А</td><td>10</td><td rowspan="2">7</td></tr>
      <tr><td>Б</td><td>20</td></tr>
    </table>`
    expect(sheet(html)).toEqual({
      headings: ['Корпус', 'Мест', ''],
      rows: [
        ['', 'всего', 'занято'],
        ['А', '10', '7'],
        ['Б', '20', ''],
      ],
    })
  })

  it('keeps every text of a wide table, and stays small however many columns its cells claim', () => {
    const row = `<tr>${'<td colspan="999" rowspan="999">x</td>'.repeat(300)}</tr>`
    const { headings, rows } = sheet(`<table>${row.repeat(2)}</table>`) ?? { headings: [], rows: [] }
    expect(headings.filter((text) => text === 'x')).toHaveLength(300)
    expect(rows[0]?.filter((text) => text === 'x')).toHaveLength(300)
    expect(headings.length).toBeLessThan(500)
  })
})
