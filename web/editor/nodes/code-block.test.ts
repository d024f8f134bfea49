// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'

/** The text after the button of code was pressed with all of it selected, and again with the block selected. */
const toggled = (content: string, times = 1) => {
  const editor = new Editor({ element: document.createElement('div'), extensions: textExtensions('lesson'), content })
  for (let time = 0; time < times; time += 1) {
    const to = time === 0 ? editor.state.doc.content.size : editor.state.doc.child(0).nodeSize - 1
    editor.chain().setTextSelection({ from: 1, to }).toggleCodeBlock().run()
  }
  const html = writeHtml(editor.state.doc)
  editor.destroy()
  return html
}

describe('a block of code', () => {
  it('is one, whichever lines it is made of', () => {
    expect(toggled('<p>def f():</p><p></p><h2>  <strong>return</strong> 1</h2><p>f()<br>g()</p>')).toBe(
      '<pre><code>def f():\n\nreturn 1\nf()\ng()</code></pre>',
    )
  })

  it('keeps the source of a formula', () => {
    expect(toggled('<p>a <span data-type="inline-math" data-latex="x^2"></span> b</p>')).toBe(
      '<pre><code>a $x^2$ b</code></pre>',
    )
  })

  it('leaves what is no text as it is', () => {
    expect(toggled('<p>a</p><hr><p>b</p>')).toBe('<pre><code>a</code></pre><hr><pre><code>b</code></pre>')
  })

  it('is left as code where there are other lines beside it', () => {
    expect(toggled('<pre><code>a</code></pre><p>b</p>')).toBe('<pre><code>a\nb</code></pre>')
    expect(toggled('<pre><code>a</code></pre><pre><code>b</code></pre>')).not.toContain('<pre>')
  })

  it('becomes text again', () => {
    expect(toggled('<p>a</p><p>b</p>', 2)).toBe('<p>a<br>b</p>')
  })
})
