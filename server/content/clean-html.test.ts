import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { richText } from '#contract/content/rich-text.ts'
import { cleanHtml } from '#server/content/clean-html.ts'

const outside = 'rel="noopener noreferrer nofollow" target="_blank"'

describe('what stays', () => {
  const kept = [
    '<h2>Заголовок</h2><p>Текст с <strong>важным</strong>, <em>курсивом</em>, <u>чертой</u> и <s>зачёркнутым</s>.</p>',
    '<ul><li><p>раз</p></li><li><p>два</p></li></ul><ol start="3"><li>три</li></ol>',
    '<blockquote><p>Цитата</p></blockquote><hr /><p>строка<br />ещё</p>',
    '<pre><code class="language-js">if (a &lt; b &amp;&amp; c) {}</code></pre>',
    '<table><thead><tr><th colspan="2">Имя</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2</td></tr></tbody></table>',
    '<p><a href="/lessons/3">урок</a> <a href="mailto:a@b.example">почта</a> <a href="tel:+79990000000">звонок</a></p>',
    `<p><a href="https://example.com/a?b=1&amp;c=2" ${outside}>сайт</a></p>`,
  ]
  it.each(kept)('%s', (html) => expect(cleanHtml(html)).toBe(html))
})

describe('what is dropped', () => {
  const cleaned: [string, string][] = [
    ['<p>а<script>alert(1)</script>б</p>', '<p>аб</p>'],
    ['<style>p{}</style><textarea>т</textarea><noscript>н</noscript>x', 'x'],
    ['<p onclick="alert(1)" style="color:red" id="a" class="b">x</p>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<iframe src="https://evil.example"></iframe>x', 'x'],
    ['<form action="/api"><input name="a"><button>ок</button></form>', 'ок'],
    ['<svg><g onload=alert(1)><text>т</text></g></svg>', 'т'],
    [
      '<code class="language-js evil">x</code><code class="evil">y</code>',
      '<code class="language-js">x</code><code>y</code>',
    ],
    ['<td colspan="1e9" rowspan="-1">x</td>', '<td>x</td>'],
    ['<h1>x</h1><div>y</div>', 'xy'],
    ['<!-- тайна --><p>x</p>', '<p>x</p>'],
    ['<p>не закрыт <strong>вовсе', '<p>не закрыт <strong>вовсе</strong></p>'],
    ['<a href="#" rel="opener" target="_top" ping="//evil.example" download>x</a>', '<a href="#">x</a>'],
  ]
  it.each(cleaned)('%s', (html, expected) => expect(cleanHtml(html)).toBe(expected))
})

describe('links', () => {
  const naughty = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java&#x0A;script:alert(1)',
    '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)',
    '&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'http://[',
    '',
  ]
  it.each(naughty)('%j loses its link and keeps its words', (href) =>
    expect(cleanHtml(`<p><a href="${href}">слово</a></p>`)).toBe('<p>слово</p>'),
  )

  it.each(['//evil.example', '/\\evil.example', '\\\\evil.example', 'HTTPS://evil.example'])(
    '%s is marked as leading elsewhere, or loses its link',
    (href) => expect([`<a href="${href}" ${outside}>x</a>`, 'x']).toContain(cleanHtml(`<a href="${href}">x</a>`)),
  )
})

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '')

/** Only declared tags and attributes, whoever reads it. */
const expectHarmless = (html: string) => {
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    expect(tag).toMatch(
      new RegExp(`^</?(${richText.tags.join('|')})( (href|rel|target|class|colspan|rowspan|start)="[^"]*")*( /)?>$`),
    )
  }
  expect(withoutTags(html)).not.toMatch(/[<>]/)
}

describe('hostile nesting', () => {
  const hostile = [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<svg><textarea><img src=x onerror=alert(1)></textarea></svg>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '<option>&lt;img src=x onerror=alert(1)&gt;</option>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<<script>script>alert(1)<</script>/script>',
    '<a href="x" <img src=x onerror=alert(1)>>',
    '<p/onclick=alert(1)>x',
    "<a href='\"><img src=x onerror=alert(1)>'>x</a>",
    '<template><img src=x onerror=alert(1)></template>',
    '<iframe><iframe><img src=x onerror=alert(1)></iframe>',
    '<plaintext><img src=x onerror=alert(1)>',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<?php echo 1 ?><!doctype html><html><body onload=alert(1)>x',
  ]
  it.each(hostile)('%s', (html) => {
    const clean = cleanHtml(html)
    expectHarmless(clean)
    expect(cleanHtml(clean)).toBe(clean)
  })

  it('flattens what is nested absurdly deep, and is quick about it', () => {
    const began = performance.now()
    expect(cleanHtml(`${'<div>'.repeat(5000)}слово${'</div>'.repeat(5000)}`)).toBe('слово')
    expect(cleanHtml(`${'<blockquote>'.repeat(5000)}a &lt; b & c < d`)).toBe('a &lt; b &amp; c &lt; d')
    expectHarmless(cleanHtml('<u>'.repeat(33_000) + '</s>'.repeat(25_000)))
    expectHarmless(cleanHtml('<'.repeat(200_000)))
    expectHarmless(cleanHtml('<ul><li>'.repeat(100)))
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('makes anything harmless, and cleaning twice loses no words', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(...hostile, '<', '>', '"', "'", '/', '&', '&lt;', '<!--', '-->', '</', '<a href=', '<p>', '</p>'),
      fc.constantFrom('<svg>', '<style>', '</style>', '<table>', '<td>', '<textarea>', '</noscript>', 'javascript:'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = cleanHtml(pieces.join(''))
        expectHarmless(clean)
        expect(withoutTags(cleanHtml(clean))).toBe(withoutTags(clean))
      }),
      { numRuns: 500 },
    )
  })
})
