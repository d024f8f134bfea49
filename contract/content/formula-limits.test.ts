import { describe, expect, it } from 'vitest'
import { drawnFormulas, formulaFault, formulasFault } from '#contract/content/formula-limits.ts'
import { RichText } from '#contract/http/fields.ts'

/** A formula that once blocked every visitor for 25 seconds. */
const bomb = `\\def\\a#1{${'#1'.repeat(380)}}\\a{\\a{\\a{x}}}`

const text = (latex: string) => `<p><span data-type="inline-math" data-latex="${latex}"></span></p>`

describe('a formula with definitions is refused', () => {
  it.each([
    bomb,
    '\\gdef\\a{x}',
    '\\edef\\a{x}',
    '\\xdef\\a{x}',
    '\\let\\a=\\b',
    '\\futurelet\\a\\b\\c',
    '\\newcommand{\\a}{x}',
    '\\renewcommand\\a{x}',
    '\\providecommand\\a{x}',
    '\\newenvironment{a}{x}{y}',
    '\\global\\let\\a b',
    'x \\\\\\def\\a{x}',
  ])('%s', (latex) => {
    expect(formulaFault(latex)).toMatch(/^Команды, которые что-то определяют/)
    expect(formulasFault(text(latex))).toBe(formulaFault(latex))
  })
})

it.each([
  '\\begin{matrix} a & b \\\\ c & d \\end{matrix}',
  '\\left( \\frac{a}{b} \\right)',
  'x \\\\def',
  '\\operatorname{let}',
  '\\deficiency',
  '\\frac{',
])('%s may be kept', (latex) => expect(formulaFault(latex)).toBeNull())

it('must not be very long, have a huge table, or write into a log', () => {
  expect(formulaFault('x'.repeat(2000))).toBeNull()
  expect(formulaFault('x'.repeat(2001))).toMatch(/не больше 2000 знаков/)
  expect(formulaFault(`\\begin{matrix}${'&'.repeat(300)}${'\\\\'.repeat(101)}\\end{matrix}`)).toMatch(/400 клеток/)
  expect(formulaFault('\\show\\a')).toMatch(/\\show/)
})

it('are found however they are written', () => {
  for (const html of [
    '<span data-latex="\\def\\a{}"></span>',
    "<span DATA-LATEX = '\\def\\a{}'></span>",
    '<span data-latex=\\def\\a{}></span>',
    '<span data-latex="&#92;def\\a{}"></span>',
    '<span data-latex="&#x5c;d&#101;f\\a{}"></span>',
    '<span data-latex="&bsol;def\\a{}"></span>',
    '<span data-latex="&#00000000092;def\\a{}"></span>',
    '<span data-latex="&#x000000005c;def\\a{}"></span>',
    '<span/data-type="inline-math"/data-latex="\\def\\a{}"></span>',
    '<span data-type="inline-math"data-latex="\\def\\a{}"></span>',
    '<span data-latex=a"\\def\\a{}></span>',
  ]) {
    expect(formulasFault(html)).toMatch(/уберите \\def/)
  }
  expect(formulasFault('<p>\\def\\a{}</p>')).toBeNull()
})

it('has a limit per text', () => {
  expect(formulasFault(text('x').repeat(500))).toBeNull()
  expect(formulasFault(text('x').repeat(501))).toMatch(/не больше 500/)
  expect(formulasFault(text('x'.repeat(2000)).repeat(15))).toBeNull()
  expect(formulasFault(text('x'.repeat(2000)).repeat(16))).toMatch(/слишком много формул/)
  expect(drawnFormulas(Array(16).fill('x'.repeat(2000)))).toBe(15)
})

it('is refused by every field for texts', () => {
  expect(RichText.safeParse(text('x^2')).success).toBe(true)
  expect(RichText.safeParse(text('\\def\\a{x}')).error?.issues[0]?.message).toMatch(/уберите \\def/)
})
