import { beforeAll, describe, expect, it } from 'vitest'
import { cleanHtml } from '#server/content/clean-html.ts'
import { threadMs } from '#web/app/thread-time.fixture.ts'
import { codeLanguages } from '#web/content/code-languages.ts'
import { drawCode, languagesIn, loadLanguages } from '#web/content/draw-code.ts'
import { drawFormulas } from '#web/content/draw-formulas.ts'
import { drawRichText } from '#web/content/draw-rich-text.ts'
import { formulaProblem } from '#web/content/formula-problem.ts'
import { tryFormula } from '#web/content/formulas.ts'

const id = '0123456789abcdef0123456789abcdef'
const clean = (html: string) => cleanHtml(html, 'lesson')

describe('what needs no library', () => {
  it('says by a word whether a thing is done', () =>
    expect(drawRichText('<ul data-type="taskList"><li data-checked="true"><p>дело</p></li></ul>')).toBe(
      '<ul data-type="taskList"><li data-checked="true"><span class="check" role="img" aria-label="Сделано"></span><p>дело</p></li></ul>',
    ))

  it('lets a picture be opened at its full size', () =>
    expect(
      drawRichText(`<img src="/files/${id}?expires=1&amp;signature=s" width="9" alt="А &lt; Б" data-width="50" />`),
    ).toBe(
      `<a class="picture" href="/files/${id}?expires=1&amp;signature=s" aria-label="Открыть крупно: А &lt; Б" data-width="50">` +
        `<img src="/files/${id}?expires=1&amp;signature=s" width="9" alt="А &lt; Б" data-width="50" /></a>`,
    ))

  it('shows a file as a card', () =>
    expect(
      drawRichText(clean(`<a data-type="file" href="/files/${id}" data-size="2048">План &amp; смета.PDF</a>`)),
    ).toBe(
      `<a data-type="file" href="/files/${id}" data-size="2048" download><span class="file-type" aria-hidden="true">PDF</span>` +
        '<span class="file-name">План &amp; смета.PDF</span><span class="file-size">2\u00a0КБ</span></a>',
    ))

  it('says what kind a call-out is', () =>
    expect(drawRichText('<aside data-callout="warn"><p>а</p></aside>')).toBe(
      '<aside data-callout="warn" role="note" aria-label="Осторожно"><p>а</p></aside>',
    ))

  it('says what the headings of a table head', () =>
    expect(
      drawRichText(
        '<table><tbody><tr><th colspan="2"><p>а</p></th><th><p>б</p></th></tr>' +
          '<tr><th><p>в</p></th><td><p>г</p></td></tr></tbody></table>',
      ),
    ).toBe(
      '<table><tbody><tr><th scope="col" colspan="2"><p>а</p></th><th scope="col"><p>б</p></th></tr>' +
        '<tr><th scope="row"><p>в</p></th><td><p>г</p></td></tr></tbody></table>',
    ))
})

describe('code', () => {
  beforeAll(() => loadLanguages(Object.keys(codeLanguages)))

  it.each(Object.keys(codeLanguages))('can be coloured in %s, and keeps its text', (language) => {
    const code = 'x = "a < b & c" # 1\n{ if (true) { return 1 } } // Перем А; КонецЕсли **д** <b class="c">д</b>'
    const html = clean(
      `<pre><code class="language-${language}">${code.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code></pre>`,
    )
    const drawn = drawCode(html)
    const textOf = (text: string) => text.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"')
    expect(textOf(drawn)).toBe(textOf(html))
    expect(drawn).toContain('<span class="hljs-')
    // nothing that was text has become a tag
    expect(drawn.replace(/<span class="[\w -]+">|<\/span>/g, '').replaceAll('&quot;', '"')).toBe(html)
  })

  it('without a language, or in an unknown one, stays as it is', () => {
    const html =
      '<pre><code>a = 1</code></pre><pre><code class="language-klingon">a = 1</code></pre><p><code>a</code></p>'
    expect(languagesIn(html)).toEqual(['klingon'])
    expect(drawCode(html)).toBe(html)
  })

  it('that is very long stays in one colour', () => {
    const html = `<pre><code class="language-css">${'a { color: red }\n'.repeat(2000)}</code></pre>`
    expect(drawCode(html)).toBe(html)
  })
})

describe('formulas', () => {
  const inline = (latex: string) => clean(`<p><span data-type="inline-math" data-latex="${latex}"></span></p>`)

  it('are drawn, for those who do not see them as well', () => {
    const html = drawFormulas(inline('x^2'), 'htmlAndMathml')
    expect(html).toMatch(
      /^<p><span data-type="inline-math" data-latex="x\^2"><span class="katex">.*<math .*<\/span><\/p>$/,
    )
    expect(drawFormulas(clean('<div data-type="block-math" data-latex="x"></div>'), 'mathml')).toContain(
      'display="block"',
    )
  })

  it('that are no formulas are shown as they were written', () =>
    expect(drawFormulas(inline('\\frac{&lt;b&gt;'), 'mathml')).toContain('<code>\\frac{&lt;b&gt;</code>'))

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\htmlClass{evil}{x}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlData{a=b}{x}',
    '\\text{&lt;img src=x onerror=alert(1)&gt;}',
  ])('do nothing but look: %s', (latex) => {
    const drawn = drawFormulas(inline(latex), 'htmlAndMathml').replace(/^<p><span [^>]*>/, '')
    const tags = (drawn.match(/<[^>]*>/g) ?? []).join('')
    expect(tags).not.toMatch(/href|src|<img|evil|fixed|data-a|onerror/)
  })

  it('cannot keep anybody waiting', () => {
    const hostile = [
      '\\def\\a{\\a\\a}\\a',
      '\\def\\a#1{#1#1#1#1}\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}',
      '{'.repeat(1900),
      '\\frac1'.repeat(300),
      '\\sqrt{'.repeat(300),
      '\\rule{1e9em}{1e9em}',
      'x^'.repeat(900),
    ]
    const tookMs = threadMs(() => {
      for (const latex of hostile) drawFormulas(inline(latex).repeat(100), 'htmlAndMathml')
    })
    expect(tookMs).toBeLessThan(15_000)
    const many = drawFormulas(inline('x').repeat(2000), 'mathml')
    expect(many.match(/<math /g)).toHaveLength(500)
  })

  it.each([
    ['\\frac{a', /закройте её скобку/],
    ['a}', /Лишняя закрывающая скобка/],
    ['\\foo', /Нет такой команды: \\foo/],
    ['a & b', /Знак & пишется так: \\&/],
    ['\\left( x', /\\right и скобка/],
    ['x^1^2', /Два верхних индекса/],
    ['x_', /После _ должно что-то стоять/],
    ['\\begin{matrix} a', /Не хватает \\end/],
    ['\\begin{foo} a \\end{foo}', /Нет такого окружения: foo/],
    ['\\begin{matrix} a \\end{pmatrix}', /закрыто как/],
    ['$x$', /Знаки \$ вокруг формулы здесь не нужны/],
    ['\\KaTeX'.repeat(300), /слишком запутанная/],
    ['\\def\\a{\\a\\a}\\a', /Команды, которые что-то определяют/],
    ['x'.repeat(2001), /не больше 2000 знаков/],
    [`\\begin{matrix}${'&'.repeat(401)}\\end{matrix}`, /не больше 400 клеток/],
  ])('say what is wrong with %s', (latex, problem) => {
    const tried = tryFormula(latex, false)
    expect('problem' in tried && tried.problem).toMatch(problem)
  })

  it('say something about any trouble', () => {
    expect(formulaProblem(new Error('KaTeX parse error: ??? at position 7: x'))).toContain('около 7-го знака')
    expect(formulaProblem('?')).toBe('Не получается прочитать формулу до конца')
  })
})
