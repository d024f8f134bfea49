import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from '#web/organisation/blocks/LinkedText.tsx'

test.each([
  ['http.user@example.ru', 'mailto:http.user@example.ru'],
  ['school@example.ru', 'mailto:school@example.ru'],
  ['https://example.ru/a', 'https://example.ru/a'],
  ['http://example.ru', 'http://example.ru'],
])('links %s', (text, href) => {
  expect(renderToStaticMarkup(<LinkedText text={text} />)).toBe(`<a href="${href}">${text}</a>`)
})
