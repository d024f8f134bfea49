// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { mayLink } from '#web/editor/context.ts'
import { textExtensions } from '#web/editor/extensions.ts'

test('a link may be made in text, not in code', () => {
  const content = '<p>текст</p><pre><code>код</code></pre>'
  const editor = new Editor({ extensions: textExtensions('answer'), content })
  const mayAt = (at: number) => {
    editor.commands.setTextSelection(at)
    return mayLink(editor.state.selection)
  }
  expect([mayAt(2), mayAt(9)]).toEqual([true, false])
  editor.destroy()
})
