import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsOf, isEmptyRichText, type RichUse } from '#contract/content/rich-text.ts'
import { cleanHtml as clean } from '#server/content/clean-html.ts'
import { cpuTimeMs } from '#server/testing/cpu-time.ts'

/** Uses the set that allows most. */
const cleanHtml = (html: string, use: RichUse = 'lesson') => clean(html, use)

const id = '0123456789abcdef0123456789abcdef'
const outside = 'rel="noopener noreferrer nofollow" target="_blank"'

describe('what stays', () => {
  const kept = [
    '<h2>Заголовок</h2><p>Текст с <strong>важным</strong>, <em>курсивом</em>, <u>чертой</u> и <s>зачёркнутым</s>.</p>',
    '<ul><li><p>раз</p></li><li><p>два</p></li></ul><ol start="3"><li>три</li></ol>',
    '<blockquote><p>Цитата</p></blockquote><hr /><p>строка<br />ещё</p>',
    '<pre><code class="language-js">if (a &lt; b &amp;&amp; c) {}</code></pre>',
    '<table><tbody><tr><th colspan="2">Имя</th></tr><tr><td rowspan="2">1</td><td>2</td></tr></tbody></table>',
    '<p><a href="/lessons/3">урок</a> <a href="mailto:a@b.example">почта</a> <a href="tel:+79990000000">звонок</a></p>',
    `<p><a href="https://example.com/a?b=1&amp;c=2" ${outside}>сайт</a></p>`,
    '<ul data-type="taskList"><li data-checked="true"><p>раз</p></li><li data-checked="false"><p>два</p></li></ul>',
    '<p>Площадь <span data-type="inline-math" data-latex="\\pi r^2 &lt; &quot;x&quot;"></span></p>',
    '<div data-type="block-math" data-latex="\\frac{a}{b}\n+1"></div>',
    `<img src="/files/${id}" alt="Кот" data-width="50" /><p><img src="/files/${id}" alt="" /></p>`,
    `<video src="/files/${id}" data-name="фильм.mp4"><track src="/files/${id}" /></video>`,
    `<a data-type="file" href="/files/${id}" data-size="1024">Отчёт.pdf</a>`,
    '<aside data-callout="warn"><p>Осторожно</p></aside>',
    '<details><summary>Ещё</summary><div data-type="detailsContent"><p>Текст</p></div></details>',
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

describe('what a response adds', () => {
  const query = '?expires=1795000000&amp;signature=AbC-_9'
  const added: [string, string][] = [
    [
      `<img src="/files/${id}/w960${query}" srcset="/files/${id}/w1920${query} 1920w" sizes="100vw" width="9" height="9" loading="lazy" decoding="async" alt="Кот" data-width="50">`,
      `<img src="/files/${id}" alt="Кот" data-width="50" />`,
    ],
    [
      `<video controls preload="metadata" src="/files/${id}${query}"><track src="/files/${id}${query}" kind="captions" srclang="ru" default></video>`,
      `<video src="/files/${id}"><track src="/files/${id}" /></video>`,
    ],
    [
      `<a data-type="file" href="/files/${id}${query}" data-size="5" download="x" rel="nofollow" target="_blank">x</a>`,
      `<a data-type="file" href="/files/${id}" data-size="5">x</a>`,
    ],
    [`<a href="/files/${id}${query}#page=2">x</a>`, `<a href="/files/${id}">x</a>`],
  ]
  it.each(added)('%s', (html, expected) => {
    expect(cleanHtml(html)).toBe(expected)
    expect(cleanHtml(expected)).toBe(expected)
  })
})

describe('pictures, films and files from other sites', () => {
  const foreign = [
    'https://evil.example/x.png',
    `https://evil.example/files/${id}`,
    `//evil.example/files/${id}`,
    `/\\evil.example/files/${id}`,
    `/files/../${id}`,
    `/files/%2e%2e/${id}`,
    '/files/short',
    `/files/${id}0`,
    `/files/${id.toUpperCase()}`,
    `files/${id}`,
    `javascript:/files/${id}`,
    `data:image/png;base64,iVBORw0KGgo=`,
    'blob:https://site.example/1',
    `&#47;&#47;files&#47;${id}`,
    '',
  ]
  it.each(foreign)('%s', (src) => {
    const html = `<img src="${src}" alt="x"><video src="${src}">слово<track src="${src}"></video>`
    expect(cleanHtml(html)).toBe('слово')
    expect(cleanHtml(`<a data-type="file" href="${src}">x</a>`)).not.toContain('data-type')
  })

  it('read the address as a browser does', () => {
    expect(cleanHtml(`<img src="&#x2F;files/${id}">`)).toBe(`<img src="/files/${id}" alt="" />`)
    expect(cleanHtml(`<img src=" /files/${id} ">`)).toBe(`<img src="/files/${id}" alt="" />`)
    // nothing after the id is kept
    expect(cleanHtml(`<img src="/files/${id}/../../api/auth/logout">`)).toBe(`<img src="/files/${id}" alt="" />`)
  })
})

describe('other tags that need something', () => {
  const cleaned: [string, string][] = [
    ['<span>x</span><div>y</div><div data-type="other">z</div>', 'xyz'],
    ['<span data-type="inline-math">x</span>', 'x'],
    ['<span data-type="inline-math" data-latex="">x</span>', 'x'],
    [`<span data-type="inline-math" data-latex="${'x'.repeat(2001)}">x</span>`, 'x'],
    ['<div data-type="inline-math" data-latex="x"></div>', ''],
    ['<aside>x</aside><aside data-callout="evil">y</aside>', 'xy'],
    ['<ul data-type="evil"><li data-checked="maybe">x</li></ul>', '<ul><li>x</li></ul>'],
    [
      '<details open ontoggle="alert(1)"><summary onclick="x">а</summary></details>',
      '<details><summary>а</summary></details>',
    ],
    [
      `<img src="/files/${id}" onerror="alert(1)" style="position:fixed" data-width="1000" usemap="#x">`,
      `<img src="/files/${id}" alt="" />`,
    ],
    [
      `<video src="/files/${id}" autoplay poster="//evil.example" onplay="x"></video>`,
      `<video src="/files/${id}"></video>`,
    ],
    ['<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;" src="/"></iframe>x', 'x'],
    ['<aside data-callout="info" srcdoc="x" style="x" onclick="x">x</aside>', '<aside data-callout="info">x</aside>'],
  ]
  it.each(cleaned)('%s', (html, expected) => expect(cleanHtml(html)).toBe(expected))

  it('keep a formula as it was written, harmful or not: whatever draws it trusts none', () => {
    const html =
      '<span data-type="inline-math" data-latex="\\href{javascript:alert(1)}{x}&quot;&gt;&lt;img src=x&gt;"></span>'
    expectHarmless(cleanHtml(html))
    expect(cleanHtml(cleanHtml(html))).toBe(cleanHtml(html))
  })

  it('are cut where a person writes too much beside a picture', () => {
    expect(cleanHtml(`<img src="/files/${id}" alt="${'а'.repeat(600)}">`)).toBe(
      `<img src="/files/${id}" alt="${'а'.repeat(500)}" />`,
    )
  })
})

describe('what a use does not have', () => {
  it('loses its tags and keeps its text', () => {
    const html = `<h2>з</h2><pre><code class="language-js">код</code></pre><aside data-callout="info"><p>а</p></aside><img src="/files/${id}" alt="" />`
    expect(cleanHtml(html, 'answer')).toBe(
      `<h2>з</h2><pre><code class="language-js">код</code></pre><p>а</p><img src="/files/${id}" alt="" />`,
    )
    expect(cleanHtml(html, 'document')).toBe('<h2>з</h2>код<p>а</p>')
    expect(cleanHtml('<ul data-type="taskList"><li data-checked="true">x</li></ul>', 'document')).toBe(
      '<ul><li>x</li></ul>',
    )
  })
})

it.each([
  ['<hr />', false],
  [`<p><img src="/files/${id}" alt="" /></p>`, false],
  [`<video src="/files/${id}"></video>`, false],
  ['<p><span data-type="inline-math" data-latex="x"></span></p>', false],
  [`<a data-type="file" href="/files/${id}">x</a>`, false],
  [
    '<p> &nbsp;<br /></p><aside data-callout="info"><p></p></aside><ul data-type="taskList"><li data-checked="true"></li></ul>',
    true,
  ],
])('says whether %s is empty', (html, empty) => expect(isEmptyRichText(html)).toBe(empty))

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
  it.each(naughty)('%j loses its link and keeps its text', (href) =>
    expect(cleanHtml(`<p><a href="${href}">слово</a></p>`)).toBe('<p>слово</p>'),
  )

  it.each(['//evil.example', '/\\evil.example', '\\\\evil.example', 'HTTPS://evil.example'])(
    '%s is marked as external, or loses its link',
    (href) => expect([`<a href="${href}" ${outside}>x</a>`, 'x']).toContain(cleanHtml(`<a href="${href}">x</a>`)),
  )
})

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '')

const elements = elementsOf('lesson')
const names = ['rel', 'target', ...elements.flatMap(({ needs, may }) => Object.keys({ ...needs, ...may }))].join('|')
const allowed = new RegExp(`^</?(${elements.map(({ tag }) => tag).join('|')})( (${names})="[^"]*")*( /)?>$`)

/** Checks that only declared tags and attributes are left, however it is parsed. */
function expectHarmless(html: string) {
  for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag).toMatch(allowed)
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

  it('keeps a table of thousands of cells, and of more tags than anybody writes only the text', () => {
    const table = `<table><tbody>${`<tr>${'<td>а</td>'.repeat(9)}</tr>`.repeat(1000)}</tbody></table>`
    expect(cleanHtml(table)).toBe(table)
    expect(cleanHtml(`<p>а &lt; б${'<p>'.repeat(40_001)}<b onclick="x">в`)).toBe('а &lt; бв')
  })

  it('flattens what is nested absurdly deep, and does so quickly', async () => {
    const time = await cpuTimeMs(() => {
      expect(cleanHtml(`${'<div>'.repeat(5000)}слово${'</div>'.repeat(5000)}`)).toBe('слово')
      expect(cleanHtml(`${'<blockquote>'.repeat(5000)}a &lt; b & c < d`)).toBe('a &lt; b &amp; c &lt; d')
      expectHarmless(cleanHtml('<u>'.repeat(33_000) + '</s>'.repeat(25_000)))
      expectHarmless(cleanHtml('<'.repeat(200_000)))
      expectHarmless(cleanHtml('<ul><li>'.repeat(100)))
      expectHarmless(cleanHtml(`<video src="/files/${id}">`.repeat(4000)))
      expectHarmless(cleanHtml(`<div data-type="detailsContent">`.repeat(400)))
      expectHarmless(cleanHtml(`<p ${'a=1 '.repeat(40_000)}>`))
      expectHarmless(cleanHtml(`<p>${'б'.repeat(40_000)}</p>${'<a>x</a>'.repeat(20_000)}`))
    })
    expect(time).toBeLessThan(5000)
  })

  it('makes anything harmless, and cleaning twice loses no text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(...hostile, '<', '>', '"', "'", '/', '&', '&lt;', '<!--', '-->', '</', '<a href=', '<p>', '</p>'),
      fc.constantFrom('<svg>', '<style>', '</style>', '<table>', '<td>', '<textarea>', '</noscript>', 'javascript:'),
      fc.constantFrom(
        '<details>',
        '<summary>',
        `<video src="/files/${id}">`,
        '<span data-type="inline-math" data-latex="',
      ),
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
