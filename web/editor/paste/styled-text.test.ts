// @vitest-environment happy-dom
import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { expect, it } from 'vitest'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { cleanPasted } from '#web/editor/paste/clean-pasted.ts'
import { styledText } from '#web/editor/paste/styled-text.ts'

const bodyOf = (html: string) => new window.DOMParser().parseFromString(html, 'text/html').body
const schema = getSchema(textExtensions('lesson'))

/** What the editor makes of a clipboard. */
const pasted = (html: string) =>
  writeHtml(DOMParser.fromSchema(schema).parse(bodyOf(cleanPasted(html, { hasFormulas: true }).html)))

/** A table with one row. */
const row = (cells: string) => `<table><tbody><tr>${cells}</tr></tbody></table>`
const bold = '<td style="font-weight:bold">'

it('marks each text of bold cells in bold cells once', () => {
  const body = bodyOf('')
  for (let depth = 1; depth <= 80; depth += 1) body.innerHTML = row(`${bold}текст${body.innerHTML}</td>`)
  styledText(body)
  expect(body.innerHTML.match(/<strong>/g)).toHaveLength(80)
})

it('leaves a list in a bold cell whole', () => {
  // as Google Docs and Word write a list in a list: beside its items
  const list = '\n<ul>\n<li>а</li>\n<ul>\n<li>б</li>\n<li>в</li>\n</ul>\n</ul>\n'
  expect(pasted(row(`${bold}${list}</td><td>г</td>`))).toContain(
    '<td><ul><li><p><strong>а</strong></p><ul><li><p><strong>б</strong></p></li><li><p><strong>в</strong></p></li></ul></li></ul></td>',
  )
})
