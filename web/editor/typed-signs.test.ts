// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from '#server/content/clean-html.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { Markdown } from '#web/editor/markdown.ts'
import { type } from '#web/editor/type-keys.fixture.ts'

/** What is stored of a text that was changed so, with the cursor at its end. */
const stored = (act: (editor: Editor) => void, content = '<p></p>') => {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...textExtensions('answer'), Markdown],
    content,
  })
  editor.commands.setTextSelection(editor.state.doc.content.size)
  act(editor)
  const html = cleanHtml(writeHtml(editor.state.doc), 'answer')
  editor.destroy()
  return html
}
const typed = (text: string) => stored((editor) => type(editor, text))
const pasted = (text: string) => {
  const clipboardData = { getData: (format: string) => (format === 'text/plain' ? text : ''), files: [] }
  const event = Object.assign(new Event('paste'), { clipboardData }) as unknown as ClipboardEvent
  return stored(({ view }) => view.pasteText(text, event))
}

describe('a number at the beginning of a line', () => {
  it.each([
    ['1. Раз', '<ol><li><p>Раз</p></li></ol>'],
    ['12. Пункт', '<ol start="12"><li><p>Пункт</p></li></ol>'],
    ['0. Введение', '<ol start="0"><li><p>Введение</p></li></ol>'],
  ])('begins a list: %s', (text, html) => expect(typed(text)).toBe(html))

  it.each(['1941. Начало войны', '2024. Итоги', '007. Бонд'])('stays as it is: %s', (text) =>
    expect(typed(text)).toBe(`<p>${text}</p>`),
  )

  it.each(['1941. Начало войны', 'A. Einstein', 'i. Newton'])('stays as it is when it is pasted: %s', (text) =>
    expect(pasted(text)).toBe(`<p>${text}</p>`),
  )

  it('is kept of a list that has it', () => {
    const list = '<ol start="1941"><li><p>Начало войны</p></li></ol>'
    expect(stored(() => {}, list)).toBe(list)
  })
})
