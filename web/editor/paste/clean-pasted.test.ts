// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from '#server/content/clean-html.ts'
import { drawFormulas } from '#web/content/draw-formulas.ts'
import { drawRichText } from '#web/content/draw-rich-text.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { cleanPasted } from '#web/editor/paste/clean-pasted.ts'

const schema = getSchema(textExtensions('lesson'))
const id = '0123456789abcdef0123456789abcdef'

/** What the editor makes of a clipboard, a block a line. */
const pasted = (html: string) => {
  const cleaned = cleanPasted(html, { hasFormulas: true })
  // as ProseMirror reads a clipboard
  const { body } = new window.DOMParser().parseFromString(cleaned.html, 'text/html')
  const text = writeHtml(DOMParser.fromSchema(schema).parse(body))
  // the server finds nothing in it to remove
  const stored = cleanHtml(text, 'lesson').replace(/ (rel|target)="[^"]*"|(?<=<(?:br|hr|img)[^>]*) \//g, '')
  expect(stored).toBe(text.replaceAll('&nbsp;', '\u00a0'))
  const lines = text.split(/(?<!<(?:li|td|th|blockquote)[^>]*>)(?=<(?:p|h\d|ul|ol|li|table|tr|pre|blockquote)[ >])/)
  return { foreign: cleaned.foreign, lines }
}
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', `${name}.clipboard`), 'utf8')

it('takes a text of Word', () => {
  expect(pasted(fixture('word'))).toEqual({
    foreign: 1,
    lines: [
      '<h2>Сетка в макете</h2>',
      '<p>Сетка — это <strong>каркас</strong> страницы, а не <em>украшение</em>. Подробнее на <a href="https://example.com/grid">сайте</a>.</p>',
      '<h3>Из чего она состоит</h3>',
      '<ul>',
      '<li><p>колонки</p>',
      '<ul>',
      '<li><p>широкие</p></li>',
      '<li><p>узкие</p></li></ul></li>',
      '<li><p>поля</p></li></ul>',
      '<p>Порядок работы:</p>',
      '<ol>',
      '<li><p>Посчитать колонки.</p>',
      '<ol>',
      '<li><p>для телефона;</p></li></ol></li>',
      '<li><p>Проверить <u>всё</u> <s>дважды</s>.</p></li></ol>',
      '<p>Площадь равна 5 м², вода — H₂O.</p>',
      '<table><tbody>',
      '<tr><td><p><strong>Экран</strong></p></td><td><p><strong>Колонок</strong></p></td></tr>',
      '<tr><td colspan="2"><p>Телефон: 4</p></td></tr></tbody></table>',
      '<p>Конец[1]</p>',
    ],
  })
})

it('takes a text of Google Docs', () => {
  expect(pasted(fixture('google-docs'))).toEqual({
    foreign: 1,
    lines: [
      '<h2>Конспект</h2>',
      '<p>Обычный, <strong>жирный</strong>, <em>курсив</em>, <strong><em><u>всё сразу</u></em></strong>, <s>лишнее</s> и <a href="https://example.com/">ссылка</a>, x².</p>',
      '<ul>',
      '<li><p>первое</p>',
      '<ul>',
      '<li><p>внутри</p></li></ul></li>',
      '<li><p>второе</p></li></ul>',
      '<ol>',
      '<li><p>раз</p></li>',
      '<li><p>два</p></li></ol>',
      '<ul data-type="taskList">',
      '<li data-checked="false"><p>сделать</p></li>',
      '<li data-checked="true"><p>сделано</p></li></ul>',
      '<table><tbody>',
      '<tr><td><p>ячейка</p></td><td><p></p></td></tr></tbody></table>',
      '<p>Строка<br>и ещё одна.</p>',
    ],
  })
})

it('takes a text of LibreOffice', () => {
  expect(pasted(fixture('libreoffice')).lines).toEqual([
    '<h2>Отчёт</h2>',
    '<p>Сделано <strong>много</strong>, но <em>не всё</em>.</p>',
    '<ol>',
    '<li><p>Первый</p>',
    '<ol>',
    '<li><p>вложенный</p></li></ol></li>',
    '<li><p>Второй</p></li></ol>',
    '<table><tbody>',
    '<tr><th><p>Имя</p></th><th><p>Балл</p></th></tr>',
    '<tr><td><p>Аня</p></td><td><p>5</p></td></tr></tbody></table>',
  ])
})

it('takes a page, without what only pages have', () => {
  expect(pasted(fixture('page'))).toEqual({
    foreign: 1,
    lines: [
      '<h2>Как устроен браузер</h2>',
      '<p>Анна Петрова</p>',
      '<p>Читает <code>HTML</code> и <a href="https://example.com/css">CSS</a>, а это никуда.</p>',
      '<p>Схема</p>',
      '<pre><code class="language-js">const a = 1\n  if (a &lt; 2) go()\n</code></pre>',
      '<h4>Дальше</h4>',
      '<h4>Совсем мелко</h4>',
      '<ul data-type="taskList">',
      '<li data-checked="true"><p>прочитать</p></li>',
      '<li data-checked="false"><p>понять</p></li></ul>',
      '<blockquote><p>Цитата</p></blockquote>',
    ],
  })
})

it.each([
  ['<meta charset="utf-8"><span style="color:red">раз</span><br><span>два</span>', '<p>раз<br>два</p>'],
  [
    'раз<br>два<br><br><a href="https://example.com/">три</a><br>',
    '<p>раз<br>два<br><br><a href="https://example.com/">три</a></p>',
  ],
  ['<p>раз</p>\n<br>\n<p>два</p><br>', '<p>раз</p><p>два</p>'],
  ['<br>раз<br><ul><li>два</li></ul><br>три', '<p>раз</p><ul><li><p>два</p></li></ul><p>три</p>'],
])('keeps the lines of a part of a paragraph, and no distances: %s', (html, text) =>
  expect(pasted(html).lines.join('')).toBe(text),
)

it.each([
  ['<p><b>Раз<br></b>два</p>', '<p><strong>Раз</strong><br>два</p>'],
  ['<p><b><span>Задача 1<br></span></b>Дано</p>', '<p><strong>Задача 1</strong><br>Дано</p>'],
  [
    '<p><span style="font-style:italic">парус</span><span style="font-style:italic"><br></span><span style="font-style:italic">В тумане</span></p>',
    '<p><em>парус<br>В тумане</em></p>',
  ],
  ['<p><a href="https://a.b/">Раз<br></a>два</p>', '<p><a href="https://a.b/">Раз</a><br>два</p>'],
  ['<p><b>Раз<br></b></p><p>два</p>', '<p><strong>Раз</strong></p><p>два</p>'],
  [
    '<ul><li><b>Раз<br></b><ul><li>два</li></ul></li></ul>',
    '<ul><li><p><strong>Раз</strong></p><ul><li><p>два</p></li></ul></li></ul>',
  ],
])('keeps a line break at the end of bold text or a link, but for the end of its line: %s', (html, text) => {
  // on which side of the end of bold text it is makes no difference
  const outside = pasted(html)
    .lines.join('')
    .replaceAll(/<br>(<\/(?:strong|a)>)/g, '$1<br>')
  expect(outside).toBe(text)
})

const item = (list: string, marker: string, text: string, tag = 'p') =>
  `<${tag} style='mso-list:${list}'><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span>${text}</${tag}>`

it('keeps lists of Word apart from the next list, and from a heading with a number', () => {
  const [first, second] = ['l0 level1 lfo1', 'l1 level1 lfo2']
  const lists = [item(first, '1.', 'раз'), item(first, '2.', 'два'), item(second, '1.', 'иной')]
  expect(pasted(lists.join('')).lines).toEqual([
    '<ol>',
    '<li><p>раз</p></li>',
    '<li><p>два</p></li></ol>',
    '<ol>',
    '<li><p>иной</p></li></ol>',
  ])
  expect(pasted(item(first, '1.', 'раз') + item(second, '2.', 'Глава', 'h2')).lines).toEqual([
    '<ol>',
    '<li><p>раз</p></li></ol>',
    '<h2>2. Глава</h2>',
  ])
})

it('keeps the numbers of lists of Word: those that begin again, and years', () => {
  const [first, again] = ['l0 level1 lfo1', 'l0 level1 lfo2']
  const lists = [item(first, '1.', 'раз'), item(again, '1.', 'снова')]
  expect(pasted(lists.join('')).lines).toEqual([
    '<ol>',
    '<li><p>раз</p></li></ol>',
    '<ol>',
    '<li><p>снова</p></li></ol>',
  ])
  const years = [item(first, '1.', 'раз'), item(first, '2.', 'два'), item(first, '1941.', 'война')]
  expect(pasted(years.join('')).lines).toEqual([
    '<ol>',
    '<li><p>раз</p></li>',
    '<li><p>два</p></li></ol>',
    '<ol start="1941">',
    '<li><p>война</p></li></ol>',
  ])
  const inner = 'l0 level2 lfo1'
  const nested = [item(first, '1.', 'а'), item(first, '2.', 'б'), item(inner, '2.1.', 'в'), item(inner, '2.2.', 'г')]
  expect(pasted(nested.join('')).lines).toEqual([
    '<ol>',
    '<li><p>а</p></li>',
    '<li><p>б</p>',
    '<ol>',
    '<li><p>в</p></li>',
    '<li><p>г</p></li></ol></li></ol>',
  ])
})

const cells = (...texts: string[]) => texts.map((text) => `<td><p>${text}</p></td>`).join('')

it('keeps what is bold, in italics or struck out in the cells of a spreadsheet', () => {
  const ofGoogle = '<tr><td style="font-weight:bold;">Имя</td><td style="text-decoration:line-through">5</td></tr>'
  expect(pasted(`<table>${ofGoogle}</table>`).lines.at(-1)).toBe(
    `<tr>${cells('<strong>Имя</strong>', '<s>5</s>')}</tr></tbody></table>`,
  )
  const ofExcel =
    '<style>td {padding:0;font-weight:400;} .xl65 {mso-style-parent:style0;font-weight:700;} .xl66{font-style:italic}</style>' +
    '<table><tr><td class=xl65>Имя</td><td class=xl66>Балл</td></tr></table>'
  expect(pasted(ofExcel).lines.at(-1)).toBe(
    `<tr>${cells('<strong>Имя</strong>', '<em>Балл</em>')}</tr></tbody></table>`,
  )
  const lines = '<tr><td style="font-weight:bold"><p>а</p><p>б</p></td><td style="font-weight:bold"></td></tr>'
  expect(pasted(`<table>${lines}</table>`).lines.join('')).toContain(
    '<tr><td><p><strong>а</strong></p><p><strong>б</strong></p></td><td><p></p></td></tr>',
  )
})

it('gives a table only the columns in which a cell begins', () => {
  const wide =
    '<tr><th colspan="100">Имя</th></tr><tr><td rowspan="2">а</td><td>б</td></tr><tr><td colspan="9">в</td></tr>'
  expect(pasted(`<table>${wide}</table>`).lines.join('')).toBe(
    '<table><tbody><tr><th colspan="2"><p>Имя</p></th></tr><tr><td rowspan="2"><p>а</p></td><td><p>б</p></td></tr>' +
      '<tr><td><p>в</p></td></tr></tbody></table>',
  )
})

it('lets a cell that begins behind 1000 columns reach over none', () => {
  const far = '<td colspan="999">а</td><td colspan="999">б</td><td colspan="999">в</td>'
  expect(pasted(`<table><tr>${far}</tr></table>`).lines.at(-1)).toBe(`<tr>${cells('а', 'б', 'в')}</tr></tbody></table>`)
})

const table = (rows: string) => `<table>${rows}</table>`
it.each([
  ['cells that reach far', table('<tr><td rowspan="999" colspan="999">а</td></tr>'.repeat(500))],
  ['an index over many lines', `<p>м<sup>2${'\n'.repeat(250_000)}2</sup></p>`],
  ['breaks in no paragraph', `${'<br> '.repeat(10_000)}слово`],
  ['styles without an end', `<style>${'.xl1{'.repeat(100_000)}</style>слово`],
  [
    'many styles of a cell',
    `<style>${'.xl1{color:red}'.repeat(3000)}</style>${table(`<tr>${'<td class="xl1">а</td>'.repeat(3000)}</tr>`)}`,
  ],
])('%s cost little', (_, html) => {
  expect(cleanPasted(html, { hasFormulas: true }).html).not.toBe('')
})

it('leaves text of normal weight and headings in bold cells as they are', () => {
  const bold = '<td style="font-weight:bold">'
  const row = `<tr>${bold}<span style="font-weight:normal">а</span> б <span style="font-weight:400">в<i>г</i></span></td>${bold}<h2>Имя</h2></td></tr>`
  expect(pasted(`<table>${row}</table>`).lines.join('')).toContain(
    '<tr><td><p>а<strong> б </strong>в<em>г</em></p></td><td><h2>Имя</h2></td></tr>',
  )
})

it('takes one cell of a spreadsheet as its text', () => {
  expect(pasted('<table><col width=64><tr height=20><td height=20 class=xl65>5</td></tr></table>').lines).toEqual([
    '<p>5</p>',
  ])
  // a frame around a text
  const frame = pasted('<p>раз</p><table><tr><td>два</td></tr></table>').lines
  expect(frame.at(-1)).toBe(`<tr>${cells('два')}</tr></tbody></table>`)
})

it('leaves out what is hidden', () => {
  const hidden = '<span style="display:none;mso-hide:all">PAGEREF _Toc1</span>'
  expect(pasted(`<p>раз${hidden} два</p><p style="DISPLAY: none">три</p>`).lines).toEqual(['<p>раз два</p>'])
})

const inline = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`

it.each([
  ['м<sup>2</sup>, H<sub>2</sub>O', 'м², H₂O'],
  ['10<sup>−3</sup>, 10<sup>–19</sup>, SO<sub>4</sub><sup>2–</sup>', '10⁻³, 10⁻¹⁹, SO₄²⁻'],
  ['2<sup>x</sup>=8', `2${inline('{}^{\\text{x}}')}=8`],
  ['5<sup>1/2</sup>', `5${inline('{}^{\\text{1/2}}')}`],
  ['x<sub>1,2</sub>', `x${inline('{}_{\\text{1,2}}')}`],
  ['<span style="vertical-align:sub">i</span>', inline('{}_{\\text{i}}')],
  ['слова<sup>[1]</sup>', 'слова[1]'],
  ['x<sup>2 </sup>y', 'x² y'],
])('keeps powers and indices: %s', (html, text) => expect(pasted(`<p>${html}</p>`).lines).toEqual([`<p>${text}</p>`]))

it('writes powers in plain text where there are no formulas', () => {
  const { html } = cleanPasted('<p>2<sup>x</sup>, м<sup>2</sup></p>', { hasFormulas: false })
  expect(html).toBe('<p>2^(x), м²</p>')
  expect(pasted('<pre>2<sup>x</sup></pre>').lines).toEqual(['<pre><code>2^(x)</code></pre>'])
})

const mathml = (attributes: string, annotation = '') =>
  `<math ${attributes}><semantics><mi>x</mi>${annotation}</semantics></math>`
const annotated = (latex: string) => `<annotation encoding="application/x-tex">${latex}</annotation>`

describe('formulas that a page draws', () => {
  it.each([
    [katex.renderToString('\\frac{1}{2}'), inline('\\frac{1}{2}')],
    [mathml('', annotated('x^2')), inline('x^2')],
    [mathml('alttext="{\\displaystyle x_1}"'), inline('x_1')],
    [`<mjx-container><mjx-math>x</mjx-math>${mathml('', annotated('y'))}</mjx-container>`, inline('y')],
    [
      '<span class="mwe-math-element"><img class="mwe-math-fallback-image-inline" src="https://w.example/x" alt="{\\displaystyle E=mc^{2}}"></span>',
      inline('E=mc^{2}'),
    ],
  ])('are taken by their source: %#', (html, formula) => {
    expect(pasted(`<p>Ответ: ${html} готово</p>`)).toEqual({
      foreign: 0,
      lines: [`<p>Ответ: ${formula} готово</p>`],
    })
    expect(cleanPasted(html, { hasFormulas: true }).lostFormulas).toBe(0)
  })

  it('are taken once of a page that draws them with MathJax 2', () => {
    const drawn = '<span><nobr>1<span>2</span></nobr></span>'
    const assistive = `<span class="MJX_Assistive_MathML">${mathml('')}</span>`
    const script = '<script type="math/tex" id="MathJax-Element-1">\\frac12</script>'
    const before = '<span class="MathJax_Preview">12</span>'
    const html = (inside: string) => `<p>раз ${before}<span class="MathJax">${drawn}${inside}</span>${script} два</p>`
    expect(pasted(html(assistive)).lines).toEqual([`<p>раз ${inline('\\frac12')} два</p>`])
    const alone = `<span class="MathJax">${drawn}<span class="MJX_Assistive_MathML">${mathml('', annotated('x'))}</span></span>`
    expect(pasted(`<p>раз ${alone} два</p>`).lines).toEqual([`<p>раз ${inline('x')} два</p>`])
    const block = `<div class="MathJax_Display"><span class="MathJax">${drawn}</span></div>${script.replace('tex', 'tex; mode=display')}`
    expect(pasted(`<p>раз</p>${block}<p>два</p>`).lines).toEqual([
      '<p>раз</p><div data-type="block-math" data-latex="\\frac12"></div>',
      '<p>два</p>',
    ])
    const noSource = cleanPasted(`<p>раз ${before}<span class="MathJax">${drawn}${assistive}</span></p>`, {
      hasFormulas: true,
    })
    expect(noSource).toMatchObject({ html: '<p>раз </p>', lostFormulas: 1 })
  })

  it.each([
    '<span class="mjx-chtml MJXc-display"><span class="mjx-chtml MathJax_CHTML"><span class="mjx-math">12</span></span></span>',
    '<div class="MathJax_SVG_Display"><span class="MathJax_SVG"><svg><text>12</text></svg></span></div>',
  ])('are taken with each output of MathJax 2: %s', (drawn) => {
    const html = `<p>раз</p><span class="MathJax_Preview"></span>${drawn}<script type="math/tex; mode=display">x</script>`
    expect(cleanPasted(html, { hasFormulas: true }).lostFormulas).toBe(0)
    expect(pasted(html).lines).toEqual(['<p>раз</p><div data-type="block-math" data-latex="x"></div>'])
  })

  it('are on lines of their own where the page has them so', () => {
    const html = katex.renderToString('x^2', { displayMode: true })
    const block = '<div data-type="block-math" data-latex="x^2"></div>'
    expect(pasted(`<p>раз</p><p>${html}</p><p>два</p>`).lines).toEqual([`<p>раз</p>${block}`, '<p>два</p>'])
    expect(pasted(`<p>раз ${html} два</p>`).lines).toEqual([`<p>раз ${inline('x^2')} два</p>`])
  })

  it('are left out and counted where the page has no source', () => {
    const html = `<p>раз ${mathml('')} два ${katex.renderToString('x^2', { output: 'html' })}</p>`
    expect(cleanPasted(html, { hasFormulas: true }).lostFormulas).toBe(2)
    expect(pasted(html).lines).toEqual(['<p>раз два</p>'])
  })

  it('are plain text where there are no formulas', () => {
    const { html } = cleanPasted(`<p>${katex.renderToString('x^2')}</p>`, { hasFormulas: false })
    expect(html).toBe('<p>$x^2$</p>')
  })
})

it('takes back what readers of this site see', () => {
  const stored = [
    `<img src="/files/${id}" alt="Кот" data-width="50" />`,
    `<a data-type="file" href="/files/${id}" data-size="2048">Отчёт &amp; план.pdf</a>`,
    '<ul data-type="taskList"><li data-checked="true"><p>дело</p></li></ul>',
    '<p>Сумма <span data-type="inline-math" data-latex="\\frac{a}{b}"></span></p>',
  ].join('')
  // a browser puts the whole address into the clipboard
  const seen = drawFormulas(drawRichText(stored), 'htmlAndMathml').replaceAll(
    `"/files/${id}"`,
    `"${location.origin}/files/${id}?expires=1&amp;signature=x"`,
  )
  const { foreign, lines } = pasted(seen)
  expect(foreign).toBe(0)
  expect(lines.join('')).toBe(stored.replace(' />', '>'))
})

it('brings no picture, script or style from elsewhere', () => {
  const hostile = [
    '<p style="position:fixed" onclick="alert(1)">а<img src=x onerror=alert(1)></p>',
    '<img src="data:image/png;base64,iVBORw0KGgo="><img src="blob:http://x/1"><img src="file:///etc/passwd">',
    `<img src="https://evil.example/files/${id}"><video src="https://evil.example/a.mp4"></video>`,
    '<iframe srcdoc="<script>alert(1)</script>"></iframe><a href="javascript:alert(1)">б</a>',
    '<a data-type="file" href="https://evil.example/x.exe">в</a><style>p{color:red}</style>',
    '<p>г<o:p></o:p></p><svg onload=alert(1)><script>alert(1)</script></svg>',
  ]
  const { foreign, lines } = pasted(hostile.join(''))
  expect(foreign).toBe(6)
  expect(lines).toEqual(['<p>а</p>', '<p>б<a href="https://evil.example/x.exe">в</a></p>', '<p>г</p>'])
})
