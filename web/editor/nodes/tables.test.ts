import { getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { emptyTable, removeColumn, removeRow } from '#web/editor/nodes/tables.ts'

const schema = getSchema(textExtensions('course'))

/** How many tables and rows are left after a command in the first cell of a table. */
const after = (command: typeof removeRow, rows: number, columns: number) => {
  const doc = schema.nodeFromJSON({ type: 'doc', content: [emptyTable(rows, columns), { type: 'paragraph' }] })
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 4) })
  command(state, (tr) => {
    state = state.apply(tr)
  })
  const tables = state.doc.children.filter(({ type }) => type.name === 'table')
  return [tables.length, tables[0]?.childCount, tables[0]?.firstChild?.childCount]
}

it('a row or a column is removed, and with the last one the table', () => {
  expect(after(removeRow, 2, 3)).toEqual([1, 1, 3])
  expect(after(removeRow, 1, 3)).toEqual([0, undefined, undefined])
  expect(after(removeColumn, 2, 2)).toEqual([1, 2, 1])
  expect(after(removeColumn, 2, 1)).toEqual([0, undefined, undefined])
})
