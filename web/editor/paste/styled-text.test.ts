// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { styledText } from '#web/editor/paste/styled-text.ts'

const bodyOf = (html: string) => new window.DOMParser().parseFromString(html, 'text/html').body

/** A table with one row. */
const row = (cells: string) => `<table><tbody><tr>${cells}</tr></tbody></table>`
const bold = '<td style="font-weight:bold">'

it('marks each text of bold cells in bold cells once', () => {
  const body = bodyOf('')
  for (let depth = 1; depth <= 80; depth += 1) body.innerHTML = row(`${bold}текст${body.innerHTML}</td>`)
  styledText(body)
  expect(body.innerHTML.match(/<strong>/g)).toHaveLength(80)
})
