// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { type } from '#web/editor/type-keys.fixture.ts'

const formula = '<span data-type="inline-math" data-latex="x^2"></span>'
const source = '$x^2$'

const edited = (content: string, act: (editor: Editor) => void) => {
  const editor = new Editor({ element: document.createElement('div'), extensions: textExtensions('lesson'), content })
  act(editor)
  const html = writeHtml(editor.state.doc)
  editor.destroy()
  return html
}

/** The text after the button of code was pressed with all of it selected, and again with the block selected. */
const toggled = (content: string, times = 1) =>
  edited(content, (editor) => {
    for (let time = 0; time < times; time += 1) {
      const to = time === 0 ? editor.state.doc.content.size : editor.state.doc.child(0).nodeSize - 1
      editor.chain().setTextSelection({ from: 1, to }).toggleCodeBlock().run()
    }
  })

describe('a block of code', () => {
  it('is one, whichever lines it is made of', () => {
    expect(toggled('<p>def f():</p><p></p><h2>  <strong>return</strong> 1</h2><p>f()<br>g()</p>')).toBe(
      '<pre><code>def f():\n\nreturn 1\nf()\ng()</code></pre>',
    )
  })

  it('keeps the source of a formula', () => {
    expect(toggled(`<p>a ${formula} b</p>`)).toBe(`<pre><code>a ${source} b</code></pre>`)
  })

  it('leaves what is no text as it is', () => {
    expect(toggled('<p>a</p><hr><p>b</p>')).toBe('<pre><code>a</code></pre><hr><pre><code>b</code></pre>')
  })

  it.each([
    ['an item of a list', `<ul><li><p>a ${formula} b</p></li></ul>`, [`a ${source} b`]],
    [
      'two items',
      `<ul><li><p>a ${formula}</p></li><li><p>${formula} b</p></li></ul>`,
      [
        `a ${source}
${source} b`,
      ],
    ],
    [
      'a line and a quotation',
      `<p>a ${formula}</p><blockquote><p>${formula}</p></blockquote>`,
      [`a ${source}`, source],
    ],
    ['lines around a rule', `<p>${formula}</p><hr><p>b ${formula}${formula}</p>`, [source, `b ${source}${source}`]],
  ])('keeps the source of formulas in %s', (_, content, lines) => {
    const code = [...toggled(content).matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, line]) => line)
    expect(code).toEqual(lines)
  })

  it.each([
    ['a nested list', '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>', 'c'],
    ['a list in a quotation', '<blockquote><ul><li>a</li><li>c</li></ul></blockquote>', 'c'],
    ['items with a nested list', '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>', 'a'],
    ['items with a rule', '<ul><li>a<hr></li><li>c</li></ul>', 'a'],
  ])('is made of the last of the lines selected in %s', (_, content, first) => {
    const html = edited(content, (editor) => {
      const { doc } = editor.state
      doc.descendants((node, from) => {
        if (node.text === first) editor.commands.setTextSelection({ from, to: Selection.atEnd(doc).to })
      })
      editor.chain().toggleCodeBlock().run()
    })
    expect(html).toContain('<li><p>a</p></li>')
    expect(html).toMatch(/<pre><code>c<\/code><\/pre>$/)
  })

  it('leaves the formulas of lines that stay text', () => {
    const list = `<ul><li><p>a ${formula}</p></li></ul>`
    expect(toggled(`<p>${formula}</p>${list}`)).toBe(`<pre><code>${source}</code></pre>${list}`)
  })

  it.each(['``` ', '```js ', '~~~ '])('keeps the source of a formula behind %s', (signs) => {
    const html = edited(`<p>a ${formula} b</p>`, (editor) => {
      editor.commands.setTextSelection(1)
      type(editor, signs)
    })
    expect(html).toMatch(/^<pre><code[^>]*>a \$x\^2\$ b<\/code><\/pre>$/)
  })

  it('is left as code where there are other lines beside it', () => {
    expect(toggled('<pre><code>a</code></pre><p>b</p>')).toBe('<pre><code>a\nb</code></pre>')
    expect(toggled('<pre><code>a</code></pre><pre><code>b</code></pre>')).not.toContain('<pre>')
  })

  it('becomes text again', () => {
    expect(toggled('<p>a</p><p>b</p>', 2)).toBe('<p>a<br>b</p>')
  })
})
