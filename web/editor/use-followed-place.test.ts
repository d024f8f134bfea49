// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { act, createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { useFollowedPlace } from '#web/editor/use-followed-place.ts'

afterEach(() => vi.unstubAllGlobals())

const editor = new Editor({
  extensions: textExtensions('document'),
  content: '<p>Раз</p><hr><p>Два</p>',
})
let place = 5
const Dialog = () => {
  const [at, setAt] = useState(5)
  useFollowedPlace(editor, at, setAt)
  place = at
  return null
}

test('a node stays the one a dialog is about, while others are put in around it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const node = editor.state.doc.nodeAt(5)
  expect(node?.type.name).toBe('horizontalRule')
  const insert = (at: number) =>
    editor.view.dispatch(editor.state.tr.insert(at, editor.schema.nodes.horizontalRule?.create() as Node))
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(createElement(Dialog)))
  // two at once, one of them right where it is
  await act(async () => {
    insert(0)
    insert(6)
  })
  expect([place, editor.state.doc.nodeAt(place) === node]).toEqual([7, true])
  await act(async () => insert(8))
  expect([place, editor.state.doc.nodeAt(place) === node]).toEqual([7, true])
  await act(async () => root.unmount())
  insert(0)
  expect(place).toBe(7)
  editor.destroy()
})
