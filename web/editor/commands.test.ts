// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '#web/editor/commands.ts'
import { textExtensions } from '#web/editor/extensions.ts'

const commands = commandsOf('lesson', { files: true, quizzes: true })
const ask = { link: () => {}, formula: () => {}, files: () => {}, quiz: () => {} }

const line = fc
  .tuple(
    fc.stringMatching(/^[a-z]$/),
    fc.constantFrom('', '<br>u', '<span data-type="inline-math" data-latex="x"></span>'),
  )
  .map(([text, rest]) => `<p>${text}${rest}</p>`)

/** Texts of nested blocks. */
const { blocks } = fc.letrec<{ block: string; blocks: string; list: string }>((tie) => {
  const item = fc.tuple(line, fc.oneof(fc.constant(''), tie('block'))).map((parts) => `<li>${parts.join('')}</li>`)
  return {
    list: fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => `<ul>${items.join('')}</ul>`),
    block: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(line, fc.constantFrom('<hr>', '<h2>h</h2>', '<pre><code>c\n d</code></pre>')),
      tie('list'),
      tie('blocks').map((inside) => `<blockquote>${inside}</blockquote>`),
      tie('blocks').map((inside) => `<aside data-callout="info">${inside}</aside>`),
      tie('blocks').map(
        (inside) => `<details><summary>s</summary><div data-type="detailsContent">${inside}</div></details>`,
      ),
    ),
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
  }
})

/** The characters of a text, with the sources of its formulas. */
const charactersOf = (document: Node) => {
  let text = ''
  document.descendants((node) => {
    text += node.text ?? (node.attrs['data-latex'] ? `$${node.attrs['data-latex']}$` : '')
  })
  return text.replace(/\s/g, '')
}

it.each(['codeBlock', 'blockquote', 'callout-info', 'bulletList', 'orderedList', 'taskList'])(
  'keeps every character of nested blocks: %s',
  (id) => {
    const editor = new Editor({ element: document.createElement('div'), extensions: textExtensions('lesson') })
    fc.assert(
      fc.property(blocks, fc.nat(200), fc.nat(25), (content, start, length) => {
        editor.commands.setContent(content)
        const { doc, tr } = editor.state
        const from = start % doc.content.size
        const to = Math.min(doc.content.size, from + length)
        editor.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))))
        commands.get(id)?.run(editor, ask)
        editor.state.doc.check()
        expect(charactersOf(editor.state.doc)).toBe(charactersOf(doc))
      }),
      { numRuns: 50, seed: 7 },
    )
    editor.destroy()
  },
)
