import katex from 'katex'
import { escaped, unescaped } from '#web/content/escaped.ts'

/** More formulas than that in one text stay as they were written: drawing them would take too long. */
const most = 500

/** What is drawn: `mathml` needs neither fonts nor a style sheet, but few browsers draw it as well. */
export type FormulaOutput = 'mathml' | 'htmlAndMathml'

/** A formula in LaTeX as HTML. Throws a `katex.ParseError` that says what is wrong with it. */
export const drawFormula = (latex: string, { block, output }: { block: boolean; output: FormulaOutput }) =>
  katex.renderToString(latex, {
    displayMode: block,
    output,
    throwOnError: true,
    // what links, loads or runs anything stays undone; what would grow without end is stopped
    trust: false,
    maxExpand: 300,
    maxSize: 30,
    strict: 'ignore',
    errorColor: 'var(--bad)',
  })

/** The same; what is no LaTeX is shown as it was written. */
export const formulaOrSource = (latex: string, how: { block: boolean; output: FormulaOutput }) => {
  try {
    return drawFormula(latex, how)
  } catch {
    return `<code>${escaped(latex)}</code>`
  }
}

/** Cleaned rich text with its formulas drawn; what is no LaTeX is shown as it was written. */
export const drawFormulas = (html: string, output: FormulaOutput) => {
  let count = 0
  return html.replace(
    /(<(span|div) data-type="(?:inline|block)-math" data-latex="([^"]*)">)[^<]*(?=<\/\2>)/g,
    (all, tag, name, latex) => {
      count += 1
      return count > most ? all : tag + formulaOrSource(unescaped(latex), { block: name === 'div', output })
    },
  )
}
