import katex from 'katex'
import { drawnFormulas, formulaFault, formulasIn } from '#contract/content/formula-limits.ts'
import { escaped, unescaped } from '#web/content/escaped.ts'

/** What is drawn: `mathml` needs neither fonts nor a style sheet, but few browsers draw it as well. */
export type FormulaOutput = 'mathml' | 'htmlAndMathml'

/** A formula that is not even tried; the message is for its writer. */
export class FormulaRefused extends Error {}

/**
 * A formula in LaTeX as HTML. Throws FormulaRefused for one that may not be drawn, such as one of an old text, and
 * `katex.ParseError` that says what else is wrong with it.
 */
export const drawFormula = (latex: string, { block, output }: { block: boolean; output: FormulaOutput }) => {
  const fault = formulaFault(latex)
  if (fault) throw new FormulaRefused(fault)
  return katex.renderToString(latex, {
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
}

const asSource = (latex: string) => `<code>${escaped(latex)}</code>`

/** The same; what is no LaTeX is shown as it was written. */
export const formulaOrSource = (latex: string, how: { block: boolean; output: FormulaOutput }) => {
  try {
    return drawFormula(latex, how)
  } catch {
    return asSource(latex)
  }
}

/** Cleaned rich text with its formulas drawn; what is no LaTeX, or too much of it, is shown as it was written. */
export const drawFormulas = (html: string, output: FormulaOutput) => {
  const maxDrawn = drawnFormulas(formulasIn(html))
  let count = 0
  return html.replace(
    /(<(span|div) data-type="(?:inline|block)-math" data-latex="([^"]*)">)[^<]*(?=<\/\2>)/g,
    (_all, tag, name, latex) => {
      count += 1
      const source = unescaped(latex)
      return tag + (count > maxDrawn ? asSource(source) : formulaOrSource(source, { block: name === 'div', output }))
    },
  )
}
