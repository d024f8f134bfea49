import { expect, test } from 'vitest'
import { type ContentRow, emptyContent, type ShownRow } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import {
  bringRowBack,
  changeRow,
  editedRows,
  moveRow,
  removeRow,
  rowsOf,
  settledContent,
  settledRows,
  withHidden,
  withValue,
} from '#web/organisation/editing/content-rows.ts'

const shown = (text: string) => ({ text, links: [], documents: [] })
const platform: ShownRow[] = ['course:1', 'course:2', 'course:3'].map((from) => ({
  id: from,
  from,
  values: { eduName: shown(from) },
}))
const own: ContentRow = { id: 'a', values: { eduName: { text: 'Своя' } } }
const keys = (rows: ContentRow[]) => editedRows(rows, platform).map(({ key }) => key)

test('rows of the platform keep their places unless somebody has moved them', () => {
  expect(keys([])).toEqual(['course:1', 'course:2', 'course:3'])
  expect(keys([own, { id: 'b', from: 'course:2', values: {} }])).toEqual(['a', 'course:2', 'course:1', 'course:3'])
})

test('a table has the rows of the platform by themselves once it is settled, and others stay as they are', () => {
  const registry = registryPage(4, { edition: 10, university: false }) as RegistryPage
  const content = { ...emptyContent, blocks: { eduNir: { rows: [own] }, eduAccred: { rows: [own] } } }
  const settled = settledContent(registry, content, { eduAccred: platform })
  expect(rowsOf(settled, 'eduAccred').map(({ id }) => id)).toEqual(['a', 'course:1', 'course:2', 'course:3'])
  expect(settled.blocks.eduNir).toBe(content.blocks.eduNir)
})

test('a correction leaves the order alone, and can be taken back', () => {
  const settled = settledRows([], platform)
  const corrected = changeRow(settled, 'course:2', (row) => withValue(row, 'eduName', { text: 'Иначе' }))
  expect(keys(corrected)).toEqual(['course:1', 'course:2', 'course:3'])
  expect(corrected[1]).toEqual({ id: 'course:2', from: 'course:2', values: { eduName: { text: 'Иначе' } } })
  expect(changeRow(corrected, 'course:2', (row) => withValue(row, 'eduName', null))).toEqual(settled)
})

test('a row of the platform keeps its key once something is written in it', () => {
  const [row] = editedRows([{ id: 'other', from: 'course:1', values: {} }], platform)
  expect(row).toMatchObject({ key: 'course:1', platform: platform[0] })
})

test('a row whose course is gone has nothing of the platform', () => {
  expect(editedRows([{ id: 'x', from: 'course:9', values: {} }], platform)[0]).toMatchObject({ platform: null })
})

test('rows are moved, left out, removed and restored', () => {
  const settled = settledRows([own], platform)
  expect(keys(moveRow(settled, 'a', 2))).toEqual(['course:1', 'course:2', 'a', 'course:3'])
  expect(keys(moveRow(settled, 'nobody', 0))).toEqual(keys(settled))
  const left = removeRow(settled, 'a')
  expect(keys(left)).toEqual(['course:1', 'course:2', 'course:3'])
  expect(keys(bringRowBack(left, own, 1))).toEqual(['course:1', 'a', 'course:2', 'course:3'])
  expect(bringRowBack(settled, own, 1)).toBe(settled)
  expect(withHidden(own, true)).toEqual({ ...own, hidden: true })
  expect(withHidden({ ...own, hidden: true }, false)).toEqual(own)
})
