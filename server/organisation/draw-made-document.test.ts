import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { drawMadeDocument } from '#server/organisation/draw-made-document.ts'

test('a row that is taller than a page continues on the next ones, under the head of its table', async () => {
  const subjects = Array.from({ length: 150 }, (_, place) => `предмет-${place + 1}`)
  const columns = ['ФИО', 'Предметы', 'Опыт', 'Должность', 'Звание', 'Степень', 'Стаж']
  const row = ['Лосева Вера', subjects.join('; '), 'десять', subjects.join(' '), '', 'а'.repeat(3000), '7']
  const bytes = await drawMadeDocument({
    content: {
      organisation: 'Школа',
      title: 'Сведения',
      law: 'приказ',
      tables: [{ title: '', columns, widths: [2, 1, 1, 1, 1, 1, 1], rows: [row, row.map(() => 'следующая')] }],
    },
    day: '22.11.2026',
    at: '2026-11-22T09:00:00Z',
    signature: null,
  })
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, place) => {
      const { items } = await (await pdf.getPage(place + 1)).getTextContent()
      return items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
    }),
  )
  for (const page of pages) {
    const text = page.map(({ str }) => str).join(' ')
    for (const column of columns) expect(text).toContain(column)
    // a page of A4 on its side is 595 points high, and the number of the page is 40 above its edge
    expect(Math.min(...page.map(({ transform }) => transform[5]))).toBeGreaterThan(20)
  }
  const whole = pages.flat().map(({ str }) => str)
  const found = whole.join('').match(/предмет-\d+/g) ?? []
  expect(found.filter((subject) => subject === 'предмет-97')).toHaveLength(2)
  expect(new Set(found).size).toBe(150)
  expect(whole.join('').match(/а{3,}/g)?.join('')).toHaveLength(3000)
  expect(pages.at(-1)?.map(({ str }) => str)).toContain('следующая')
})
