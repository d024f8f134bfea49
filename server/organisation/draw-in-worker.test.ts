import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { drawInWorker } from '#server/organisation/draw-in-worker.ts'
import { longestBlock } from '#server/testing/longest-block.ts'

// @alone: it measures the time of the whole thread
it('does not block others while a document of a thousand programmes is drawn', async () => {
  const rows = Array.from({ length: 1000 }, (_, place) => [
    `Программа ${place}`,
    'Дополнительное образование',
    'Очная',
    '3 месяца',
    '12000',
  ])
  const content = {
    organisation: 'Школа',
    title: 'Цены',
    law: 'приказ',
    tables: [{ title: '', columns: ['А', 'Б', 'В', 'Г', 'Д'], widths: [3, 3, 2, 2, 1], rows }],
  }
  let bytes = Buffer.alloc(0)
  const longest = await longestBlock(async () => {
    bytes = await drawInWorker({ content, day: '22.11.2026', at: new Date().toISOString(), signature: null })
  })
  const { numPages } = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise
  expect(numPages).toBeGreaterThan(10)
  expect(longest).toBeLessThan(200)
})
