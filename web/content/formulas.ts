// What draws formulas in the browser, with its fonts: loaded only by a text that has formulas.
import 'katex/dist/katex.min.css'
import { drawFormula, drawFormulas, formulaOrSource } from '#web/content/draw-formulas.ts'
import { formulaProblem } from '#web/content/formula-problem.ts'

/** The text with its formulas drawn. */
export const withFormulas = (html: string) => drawFormulas(html, 'htmlAndMathml')

/** One formula; its source when it is no LaTeX. */
export const formulaHtml = (latex: string, block: boolean) => formulaOrSource(latex, { block, output: 'htmlAndMathml' })

/** One formula while it is being written: drawn, or what is wrong with it. */
export const tryFormula = (latex: string, block: boolean): { html: string } | { problem: string } => {
  try {
    return { html: drawFormula(latex, { block, output: 'htmlAndMathml' }) }
  } catch (error) {
    return { problem: formulaProblem(error) }
  }
}
