// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'

const typed = (text: string) => {
  const editor = new Editor({ extensions: textExtensions('answer'), content: '<p></p>' })
  editor.view.dispatch(editor.state.tr.insertText(`${text} `))
  const html = writeHtml(editor.state.doc)
  editor.destroy()
  return html
}

it.each(['https://example.com/a', 'example.com', 'школа.рф', 'example.py/docs', 'https://example.py'])(
  '%s becomes a link while it is typed',
  (address) => expect(typed(address)).toContain('<a href='),
)

it.each(['main.py', 'README.md', 'run.sh', 'lib.rs', 'архив.zip', 'слово', '10.0.0.1'])('%s does not', (word) =>
  expect(typed(word)).toBe(`<p>${word} </p>`),
)
