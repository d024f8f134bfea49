// @vitest-environment happy-dom
import { Editor, type Range } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { rememberLink } from '#web/content/known-links.ts'
import { commandsOf } from '#web/editor/commands.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { insertBlock, insertFormula } from '#web/editor/insert-block.ts'
import { Markdown } from '#web/editor/markdown.ts'
import { takePasted } from '#web/editor/paste/take-pasted.ts'
import { type } from '#web/editor/type-keys.fixture.ts'

const commands = commandsOf('lesson', { files: true, quizzes: true })
const ask = { link: () => {}, formula: () => {}, files: () => {}, quiz: () => {} }

/** A text after something was done in it. */
const after = (content: string, act: (editor: Editor) => void) => {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...textExtensions('lesson'), Markdown],
    editorProps: takePasted(
      () => {},
      () => false,
    ),
    content,
  })
  act(editor)
  const html = writeHtml(editor.state.doc)
  editor.destroy()
  return html.replace(/<table>.*<\/table>/, '<table></table>')
}
const press = (id: string) => (editor: Editor) => commands.get(id)?.run(editor, ask)
const paste = (html: string) => (editor: Editor) => editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent)
const address = '/files/0123456789abcdef0123456789abcdef'
rememberLink(`${address}?expires=1`)
const picture = `<img src="${address}" alt="">`

describe('the title of a fold-out', () => {
  const foldOut = (title: string, content: string) =>
    `<details><summary>${title}</summary><div data-type="detailsContent">${content}</div></details>`
  const afterTitle = (act: (editor: Editor) => void, title = 'т', selected: number | Range = 2 + title.length) =>
    after(foldOut(title, '<p>внутри</p>'), (editor) => {
      editor.commands.setTextSelection(selected)
      act(editor)
    })

  it.each(['table', 'rule'])('leaves a block to the content under it: %s', (id) =>
    expect(afterTitle(press(id))).toContain(
      foldOut('т', `${id === 'table' ? '<table></table>' : '<hr>'}<p>внутри</p>`),
    ),
  )

  it('leaves a formula of its own line, and a quiz, to the content under it', () => {
    const formula = '<div data-type="block-math" data-latex="x"></div>'
    expect(afterTitle((editor) => insertFormula(editor, 'x', true))).toBe(foldOut('т', `${formula}<p>внутри</p>`))
    expect(afterTitle((editor) => insertBlock(editor, { type: 'quiz', attrs: { 'data-quiz': '3' } }))).toBe(
      foldOut('т', '<div data-quiz="3"></div><p>внутри</p>'),
    )
  })

  it.each(['callout-info', 'callout-warn', 'blockquote'])('has nothing put around the whole fold-out: %s', (id) => {
    expect(afterTitle(press(id))).toBe(foldOut('т', '<p>внутри</p>'))
  })

  it('has formulas as text', () => {
    expect(afterTitle((editor) => insertFormula(editor, 'x', false))).toBe(foldOut('т$x$', '<p>внутри</p>'))
    expect(afterTitle((editor) => type(editor, ' $x$'))).toBe(foldOut('т $x$', '<p>внутри</p>'))
  })

  it.each([
    ['<p>раз <b>два</b></p><p>три</p>', 'траз <strong>два</strong> три'],
    ['<table><tr><td>а</td><td>б</td></tr></table>', 'та б'],
    ['<ul><li>а</li><li>б</li></ul>', 'та б'],
    ['<p>а<br>б <span data-type="inline-math" data-latex="x"></span></p>', 'та б $x$'],
    ['<b>а</b>', 'т<strong>а</strong>'],
  ])('takes what is pasted as its text: %s', (html, title) =>
    expect(afterTitle(paste(html))).toBe(foldOut(title, '<p>внутри</p>')),
  )

  it.each([
    [picture, 'т', picture],
    ['<hr>', 'т', '<hr>'],
    [`<p>раз</p>${picture}<p>два</p><hr>`, 'траз два', `${picture}<hr>`],
    ['<table><tr><td></td></tr></table>', 'т', ''],
  ])('leaves what is no text of what is pasted to the content under it: %s', (html, title, blocks) =>
    expect(afterTitle(paste(html))).toBe(foldOut(title, `${blocks}<p>внутри</p>`)),
  )

  it.each(['---', '___ ', '*** ', '- ', '1. ', '> ', '# ', '``` ', '[ ] '])(
    'has signs of blocks as text: %s',
    (signs) =>
      expect(afterTitle((editor) => type(editor, signs), '')).toBe(
        foldOut(signs.replace('>', '&gt;'), '<p>внутри</p>'),
      ),
  )

  it('takes what is pasted over its end and the beginning of the content', () =>
    expect(afterTitle(paste(`<p>раз</p>${picture}`), 'тема', { from: 4, to: 12 })).toBe(
      foldOut('теразтри', `${picture}<p></p>`),
    ))
})

describe('a picture that is selected', () => {
  const withPicture = (act: (editor: Editor) => void) =>
    after(`<p>а</p>${picture}<p>б</p>`, (editor) => {
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 3)))
      act(editor)
    })

  it('stays before what is put in', () => {
    expect(withPicture(press('table'))).toBe(`<p>а</p>${picture}<table></table><p>б</p>`)
    expect(withPicture(press('rule'))).toBe(`<p>а</p>${picture}<hr><p>б</p>`)
    expect(withPicture((editor) => insertFormula(editor, 'x', true))).toBe(
      `<p>а</p>${picture}<div data-type="block-math" data-latex="x"></div><p>б</p>`,
    )
    expect(withPicture((editor) => insertFormula(editor, 'x', false))).toBe(
      `<p>а</p>${picture}<p><span data-type="inline-math" data-latex="x"></span></p><p>б</p>`,
    )
  })
})

it('code has formulas as text', () =>
  expect(
    after('<pre><code>a</code></pre>', (editor) => {
      editor.commands.setTextSelection(2)
      insertFormula(editor, 'x', false)
    }),
  ).toBe('<pre><code>a$x$</code></pre>'))

describe('an item of a list', () => {
  const list = '<ul><li><p>раз</p></li><li><p>два</p></li></ul>'
  const inItem = (content: string, at: number, ...ids: string[]) =>
    after(content, (editor) => {
      editor.commands.setTextSelection(at)
      for (const id of ids) press(id)(editor)
    })

  it('is put into a call-out or a quotation with its list, and out of it', () => {
    expect(inItem(list, 4, 'callout-info')).toContain(`<aside data-callout="info">${list}</aside>`)
    expect(inItem(list, 4, 'blockquote')).toContain(`<blockquote>${list}</blockquote>`)
    expect(inItem(list, 4, 'blockquote', 'blockquote')).toBe(list)
  })

  it('is put into it with the list that is in another item', () => {
    const inner = '<ul><li><p>два</p></li></ul>'
    expect(inItem(`<ul><li><p>раз</p>${inner}</li></ul>`, 10, 'blockquote')).toContain(
      `<ul><li><p>раз</p><blockquote>${inner}</blockquote></li></ul>`,
    )
  })

  it('keeps the lines of the code it is made of', () =>
    expect(inItem('<pre><code>a\nb</code></pre>', 2, 'bulletList')).toContain('<ul><li><p>a<br>b</p></li></ul>'))
})

it('a line of a quotation leaves it alone', () =>
  expect(
    after('<blockquote><p>раз</p><p>два</p></blockquote>', (editor) => {
      editor.commands.setTextSelection(3)
      press('blockquote')(editor)
    }),
  ).toBe('<p>раз</p><blockquote><p>два</p></blockquote>'))
