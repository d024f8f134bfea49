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
    extensions: [...textExtensions('lesson'), Markdown],
    content,
  })
  editor.commands.setTextSelection(editor.state.doc.content.size)
  act(editor)
  const html = cleanHtml(writeHtml(editor.state.doc), 'lesson')
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

describe('a sign of Markdown', () => {
  it.each([
    ['это *важно*', '<p>это <em>важно</em></p>'],
    ['**очень важно** и', '<p><strong>очень важно</strong> и</p>'],
    ['~~лишнее~~', '<p><s>лишнее</s></p>'],
    ['в SQL имя `users` и (`id`)', '<p>в SQL имя <code>users</code> и (<code>id</code>)</p>'],
    ['В 1941 *началась* война', '<p>В 1941 <em>началась</em> война</p>'],
    ['В 1941 **22 июня** началась', '<p>В 1941 <strong>22 июня</strong> началась</p>'],
    ['глава 5 *5 страниц*', '<p>глава 5 <em>5 страниц</em></p>'],
    ['`+`/`-`', '<p><code>+</code>/<code>-</code></p>'],
    ['`d`=`e`', '<p><code>d</code>=<code>e</code></p>'],
    ["[`c`] '`b`' —`a`", "<p>[<code>c</code>] '<code>b</code>' —<code>a</code></p>"],
    ['Ответ: **5**', '<p>Ответ: <strong>5</strong></p>'],
  ])('marks what is between two of it: %s', (text, html) => expect(typed(text)).toBe(html))

  const plain = [
    'S = 2 * 3 * 4 = 24',
    '2 *3* 4, 2 **3** 4, 2*3*4, 2 *3,5* 4, 2 **0.5** 4',
    'S = a * b * c',
    'print(*args, *more)',
    'for _ in range(3): print(_)',
    'def __init__(self): my_var_name = _private_',
    '__call__ и __del__',
    '~~/bin и ~~/lib',
    'don`t и can`t, 5`6 и 7`8',
  ]
  it.each(plain)('stays where it is no mark: %s', (text) => expect(typed(text)).toBe(`<p>${text}</p>`))

  it('stays when a word continues behind it', () =>
    expect(
      stored((editor) => {
        editor.commands.setTextSelection(1)
        type(editor, '*a*')
      }, '<p>b</p>'),
    ).toBe('<p>*a*b</p>'))

  it.each([...plain, '*a* **b** ~~c~~ `d` _e_ __f__'])('stays when it is pasted: %s', (text) =>
    expect(pasted(text)).toBe(`<p>${text}</p>`),
  )
})

describe('a formula between double dollars', () => {
  const formula = '<div data-type="block-math" data-latex="x+1"></div>'
  const typedIn = (content: string, at: number) =>
    stored((editor) => {
      editor.commands.setTextSelection(at)
      type(editor, '$$x+1$$ ')
    }, content)

  it('takes a line of its own', () => {
    expect(typedIn('<p></p>', 1)).toBe(formula)
    expect(typedIn('<ul><li><p></p></li></ul>', 3)).toBe(`<ul><li><p></p>${formula}<p></p></li></ul>`)
  })

  it('does not tear a fold-out apart', () => {
    const content = '<div data-type="detailsContent"><p>внутри</p></div>'
    expect(typedIn(`<details><summary></summary>${content}</details>`, 2)).toBe(
      `<details><summary>$$x+1$$ </summary>${content}</details>`,
    )
  })
})
