// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { rememberLink } from '#web/content/known-links.ts'
import { cleanText } from '#web/drafts/clean-text.ts'

const id = '0123456789abcdef0123456789abcdef'

test.each([
  '<h2>Тема</h2><p>Текст <strong>важный</strong><br></p><ul><li><p>а</p></li></ul>',
  `<img src="/files/${id}?expires=1&amp;signature=a-b_c" alt="кот" data-width="50">`,
  `<a data-type="file" href="/files/${id}?expires=1&amp;signature=x" data-size="10">план.pdf</a>`,
  '<span data-type="inline-math" data-latex="a^2"></span>',
  '<pre><code class="language-js">x</code></pre>',
])('what the editor makes is shown: %s', (html) => expect(cleanText(html)).toBe(html))

test('a link elsewhere opens elsewhere', () => {
  expect(cleanText('<a href="https://example.com/">x</a>')).toBe(
    '<a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  )
})

test.each([
  ['<p onclick="x()">а<script>b</script></p>', '<p>а</p>'],
  ['<img src="x" onerror="x()">а', 'а'],
  [`<img src="//evil.example/files/${id}">`, ''],
  [`<img src="/files/${id}?a=%22%3E" onerror="x()" alt="">`, `<img src="/files/${id}" alt="">`],
  ['<a href="javascript:x()">а</a>', 'а'],
  ['<svg><a href="javascript:x()">а</a></svg><style>p{}</style>', ''],
  ['<form><button>а</button></form>', 'а'],
  ['<div data-type="evil"><p>а</p></div>', '<p>а</p>'],
])('nothing else is: %s', (html, shown) => expect(cleanText(html)).toBe(shown))

test('a file whose link is known is shown by that link', () => {
  const known = id.replace('0', 'f')
  rememberLink(`/files/${known}?expires=1&signature=k`)
  expect(cleanText(`<img src="/files/${known}" alt="кот">`)).toBe(
    `<img src="/files/${known}?expires=1&amp;signature=k" alt="кот">`,
  )
})
