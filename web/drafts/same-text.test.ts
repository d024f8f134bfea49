import { expect, test } from 'vitest'
import { threadMs } from '#web/app/thread-time.fixture.ts'
import { sameText } from '#web/drafts/same-text.ts'

const a = '0123456789abcdef0123456789abcdef'
const b = 'fedcba9876543210fedcba9876543210'

test.each([
  ['<p>а</p><p></p>', '<p>а</p>'],
  ['<a href="/x" rel="noopener" target="_blank">x</a>', '<a href="/x">x</a>'],
  ['<p>а<br></p>', '<p>а<br /></p>'],
  ['<p>а&nbsp;б</p>', '<p>а\u00a0б</p>'],
  [
    '<table style="min-width: 50px"><colgroup><col></colgroup><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<table><tr><td colspan="2">1</td></tr></table>',
  ],
  [
    `<img src="/files/${a}?expires=1&amp;signature=x" alt="">`,
    `<img alt="" src="/files/${a}?expires=2&signature=y" />`,
  ],
  [
    `<img src="/files/${a}" alt="" width="640" height="480" srcset="x 1x" loading="lazy">`,
    `<img src="/files/${a}" alt="">`,
  ],
  [`<a data-type="file" href="/files/${a}?expires=1">план</a>`, `<a href="/files/${a}" data-type="file">план</a>`],
  [
    '<span data-type="inline-math" data-latex="a &lt; b"></span>',
    '<span data-latex="a < b" data-type="inline-math"></span>',
  ],
  ['<pre><code class="hljs language-js">x</code></pre>', '<pre><code class="language-js">x</code></pre>'],
  ['<p>"а"</p>', '<p>&quot;а&quot;</p>'],
])('a reader sees no difference: %s', (one, other) => expect(sameText(one, other)).toBe(true))

test.each([
  ['<a href="/x">x</a>', '<a href="/y">x</a>'],
  ['<p>class="a"</p>', '<p>class="b"</p>'],
  ['<p>а б</p>', '<p>аб</p>'],
  ['<p>а</p>', '<h2>а</h2>'],
  [`<img src="/files/${a}" alt="">`, `<img src="/files/${b}" alt="">`],
  [`<img src="/files/${a}" alt="кот">`, `<img src="/files/${a}" alt="">`],
  [`<img src="/files/${a}" alt="" data-width="50">`, `<img src="/files/${a}" alt="">`],
  [`<video src="/files/${a}"></video>`, `<video src="/files/${a}"><track src="/files/${b}"></video>`],
  [
    '<span data-type="inline-math" data-latex="a > b"></span>',
    '<span data-type="inline-math" data-latex="a < b"></span>',
  ],
  ['<li data-checked="true"><p>а</p></li>', '<li data-checked="false"><p>а</p></li>'],
  ['<pre><code class="language-js">x</code></pre>', '<pre><code class="language-css">x</code></pre>'],
  ['<pre><code class="language-js">x</code></pre>', '<pre><code>x</code></pre>'],
  ['<ol start="3"><li>а</li></ol>', '<ol><li>а</li></ol>'],
  ['<td rowspan="2">а</td>', '<td>а</td>'],
  ['<aside data-callout="info"><p>а</p></aside>', '<aside data-callout="warn"><p>а</p></aside>'],
  ['<p>&lt;b&gt;</p>', '<p><b></p>'],
  ['<p>&amp;lt;</p>', '<p>&lt;</p>'],
])('a reader sees the difference: %s', (one, other) => expect(sameText(one, other)).toBe(false))

test('a text of odd pieces is compared in a moment', () => {
  const odd = `${'<'.repeat(100_000)}${'<a '.repeat(30_000)}${'"'.repeat(50_000)}`
  const tookMs = threadMs(() => {
    expect(sameText(odd, `${odd}x`)).toBe(false)
  })
  expect(tookMs).toBeLessThan(2000)
})
