// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import { afterEach, expect, test, vi } from 'vitest'
import type { RichUse } from '#contract/content/rich-text.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { OwnCopies } from '#web/editor/paste/own-copies.ts'
import { takePasted } from '#web/editor/paste/take-pasted.ts'

const send = vi.fn()
const open = (content = '<p></p>', use: RichUse = 'lesson') =>
  new Editor({
    element: document.createElement('div'),
    extensions: [...textExtensions(use), OwnCopies],
    editorProps: takePasted(send, () => true),
    content,
  })
const copied = ({ view }: Editor) => view.serializeForClipboard(view.state.doc.slice(0)).dom.innerHTML
const pasted = (html: string, use?: RichUse) => {
  const editor = open('<p></p>', use)
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  const text = writeHtml(editor.state.doc)
  editor.destroy()
  return text
}

afterEach(() => send.mockClear())

test('what is copied in an editor of ours comes back as it is', () => {
  const text = '<h3>Глава</h3><p>раз</p><p></p><p>два</p><div data-quiz="3"></div><p>три</p>'
  const editor = open(text)
  expect(pasted(copied(editor))).toBe(text)
  editor.destroy()
})

test('formulas that are copied into a text without formulas become their source', () => {
  const inline = String.raw`<span data-type="inline-math" data-latex="\pi r^2"></span>`
  const block = (latex: string) => `<div data-type="block-math" data-latex="${latex}"></div>`
  const editor = open(`<p>Площадь ${inline} круга</p>${block('a')}${block('b')}`)
  const text = String.raw`<p>Площадь $\pi r^2$ круга</p><p>$a$</p><p>$b$</p>`
  expect(pasted(copied(editor), 'document')).toBe(text)
  editor.commands.setContent(`${block('a')}${block('b')}`)
  expect(pasted(copied(editor), 'document')).toBe('<p>$a$</p><p>$b$</p>')
  editor.destroy()
})

test('what is copied in a similar editor of another site is cleaned', () => {
  expect(pasted('<h1 data-pm-slice="1 1 []">Глава</h1><p>текст</p>')).toBe('<h2>Глава</h2><p>текст</p>')
})

test('a dropped folder is left out', () => {
  const file = new File(['x'], 'x.txt')
  const item = (isDirectory: boolean) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory }),
  })
  const drop = (items: ReturnType<typeof item>[]) => {
    const dataTransfer = { files: items.map(() => file), items }
    const event = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }) as unknown as DragEvent
    const view = { posAtCoords: () => ({ pos: 1 }) } as unknown as EditorView
    const { handleDrop } = takePasted(send, () => true)
    return handleDrop?.call({} as never, view, event, {} as never, false)
  }
  expect(drop([item(true)])).toBe(true)
  expect(send).not.toHaveBeenCalled()
  expect(drop([item(true), item(false)])).toBe(true)
  expect(send).toHaveBeenCalledWith([file], 1)
})
