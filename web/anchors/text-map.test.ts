// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findQuote, findTyped, maxQuoteLength, rangeAt, readText, stretchOf } from '#web/anchors/text-map.ts'
import { drawRichText } from '#web/content/draw-rich-text.ts'

const rootOf = (html: string) => {
  const root = document.createElement('div')
  root.innerHTML = html
  document.body.replaceChildren(root)
  return root
}
const textOf = (html: string) => readText(rootOf(html)).text

describe('the plain text', () => {
  it.each([
    ['begins each block on a new line', '<h2>План</h2><p>Раз <b>два</b></p><p></p><p>три</p>', 'План\nРаз два\nтри'],
    ['takes lists item by item', '<ul> <li><p>а</p></li>\n<li><p>б</p><ol><li><p>в</p></li></ol></li></ul>', 'а\nб\nв'],
    ['takes tables cell by cell', '<table><tbody><tr><td>1</td> <td>2</td></tr></tbody></table>', '1\n2'],
    ['keeps the lines of code', '<pre><code><span>a</span>\n  <span>b</span></code></pre>', 'a\n  b'],
    ['keeps breaks', '<p>а<br>б</p>', 'а\nб'],
    [
      'has the source of formulas, drawn or not',
      '<p>При <span data-type="inline-math" data-latex="x^2"><span>x2</span></span> верно</p>',
      'При x^2 верно',
    ],
    ['is empty without text', '<p></p><img src="/files/0"><hr>', ''],
  ])('%s', (_, html, text) => expect(textOf(html)).toBe(text))

  it('is the same as it was stored and as readers see it', () => {
    const stored =
      '<ul data-type="taskList"><li data-checked="true"><p>дело</p></li></ul>' +
      '<p><a data-type="file" href="/files/0123456789abcdef0123456789abcdef" data-size="2048">План.pdf</a></p>' +
      '<aside data-callout="warn"><p>Осторожно</p></aside>'
    expect(textOf(drawRichText(stored))).toBe(textOf(stored))
  })
})

const anyText = fc.string({ unit: fc.constantFrom('а', 'Б', ' ', 'ж', '😀', '1', ',', '\n'), maxLength: 12 })
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const inline = fc.oneof(
  anyText.map(escaped),
  anyText.map((text) => `<strong>${escaped(text)}</strong>`),
  anyText.map((text) => `<em>а<u>${escaped(text)}</u></em>`),
  fc.constant('<br>'),
  fc.constant('<span data-type="inline-math" data-latex="\\frac12"><span class="katex">½</span></span>'),
)
const line = fc.array(inline, { maxLength: 4 }).map((parts) => parts.join(''))
const block = fc.oneof(
  line.map((html) => `<p>${html}</p>`),
  line.map((html) => `<h3>${html}</h3>`),
  fc
    .array(line, { maxLength: 3 })
    .map((items) => `<ul>${items.map((html) => `<li><p>${html}</p></li>`).join('\n')}</ul>`),
  fc
    .array(line, { maxLength: 3 })
    .map((cells) => `<table><tbody><tr>${cells.map((html) => `<td>${html}</td>`).join('')}</tr></tbody></table>`),
  anyText.map((text) => `<pre><code><span>${escaped(text)}</span></code></pre>`),
  fc.constant('<div data-type="block-math" data-latex="a+b"></div>'),
  fc.constant('<div class="film"><p>Продолжаем с 0:12</p></div>'),
)
const anyHtml = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join(''))

describe('a stretch of the text', () => {
  it('goes to the document and back, whatever the text', () =>
    fc.assert(
      fc.property(anyHtml, fc.nat(), fc.nat(), (html, one, other) => {
        const map = readText(rootOf(html))
        const [from, to] = [one % (map.text.length + 1), other % (map.text.length + 1)].toSorted((a, b) => a - b)
        const range = rangeAt(map, from as number, to as number)
        if (!range) return
        const stretch = stretchOf(map, range)
        if (!stretch) return
        expect(map.text.slice(stretch.start, stretch.end)).toBe(stretch.quote)
        // once its ends are on text, it is found again exactly as it was
        const again = stretchOf(map, rangeAt(map, stretch.start, stretch.end) as Range)
        expect(again).toEqual(stretch)
        expect(findQuote(map.text, stretch)).toEqual({ start: stretch.start, end: stretch.end })
      }),
      { numRuns: 400 },
    ))

  it('takes a formula whole, wherever in it the selection begins or ends', () => {
    const root = rootOf(
      '<p>При <span data-type="inline-math" data-latex="x^2"><i>икс</i><b>два</b></span> верно</p><p>Дальше</p>',
    )
    const range = document.createRange()
    range.setStart(root.querySelector('b')?.firstChild as Node, 1)
    range.setEnd(root.querySelectorAll('p')[1]?.firstChild as Node, 3)
    expect(stretchOf(readText(root), range)).toEqual({ start: 4, end: 17, quote: 'x^2 верно\nДал' })
  })

  it('may begin and end between elements', () => {
    const root = rootOf('<p>Раз</p><p>Два</p><p>Три</p>')
    const range = document.createRange()
    range.setStart(root, 1)
    range.setEnd(root, 2)
    expect(stretchOf(readText(root), range)).toEqual({ start: 4, end: 7, quote: 'Два' })
    range.selectNodeContents(root)
    expect(stretchOf(readText(root), range)?.quote).toBe('Раз\nДва\nТри')
  })

  it('is none without text, and never longer than a remark may quote', () => {
    const root = rootOf(`<p>   </p><p>${'слово '.repeat(600)}</p>`)
    const range = document.createRange()
    range.selectNodeContents(root.firstChild as Node)
    expect(stretchOf(readText(root), range)).toBeNull()
    range.selectNodeContents(root)
    expect(stretchOf(readText(root), range)?.quote.length).toBeLessThanOrEqual(maxQuoteLength)
  })
})

it('is never cut within a character', () => {
  for (const before of ['', 'а']) {
    const root = rootOf(`<p>${before}${'😀'.repeat(1500)}</p>`)
    const range = document.createRange()
    range.selectNodeContents(root)
    const map = readText(root)
    const stretch = stretchOf(map, range)
    expect([stretch?.quote.isWellFormed(), stretch?.quote.length]).toEqual([true, before ? 1999 : 2000])
    expect(findTyped(map.text, map.text)).toEqual(stretch)
  }
})

describe('a quote', () => {
  const text = 'сетка и поля, сетка и шрифт, сетка'
  it('is found where it was, else nearest to there, else not', () => {
    expect(findQuote(text, { start: 14, quote: 'сетка' })).toEqual({ start: 14, end: 19 })
    expect(findQuote(text, { start: 25, quote: 'сетка' })).toEqual({ start: 29, end: 34 })
    expect(findQuote(text, { start: 900, quote: 'сетка и' })).toEqual({ start: 14, end: 21 })
    expect(findQuote(text, { start: 0, quote: 'колонка' })).toBeNull()
    expect(findQuote('', { start: 0, quote: '' })).toBeNull()
  })
})

it('leaves out the quizzes in a text: what they show changes', () => {
  expect(textOf('<p>До</p><div data-quiz="3"><p>Какой шаг?</p></div><p>После</p>')).toBe('До\nПосле')
  const root = rootOf('<p>До</p><div data-quiz="3"><p>Какой шаг?</p></div><p>После</p>')
  const range = document.createRange()
  range.selectNodeContents(root.querySelector('[data-quiz] p') as Node)
  expect(stretchOf(readText(root), range)).toBeNull()
})

it('finds what somebody has typed, in any case of letters', () => {
  expect(findTyped('Сетка и поля', ' поля ')).toEqual({ start: 8, end: 12, quote: 'поля' })
  expect(findTyped('Сетка и поля', 'сетка')).toEqual({ start: 0, end: 5, quote: 'Сетка' })
  expect(findTyped('Сетка и поля', 'шаг')).toBeNull()
  expect(findTyped('Сетка и поля', '  ')).toBeNull()
  // a field of one line has no line ends, and nobody types a space that does not break
  expect(findTyped('План\nСетка и\u00a0поля', 'план сетка и поля')).toEqual({
    start: 0,
    end: 17,
    quote: 'План\nСетка и\u00a0поля',
  })
  expect(findTyped('İ. Сетка (12/2) [и] поля*', 'сетка (12/2) [И] поля*')?.start).toBe(3)
})
