import { formulaFault } from '#contract/content/formula-limits.ts'

/** Formulas as pages draw them, the outermost elements first. */
const drawn = [
  '.mwe-math-element, .katex-display, .katex, mjx-container, math, img[class*="mwe-math-fallback-image"]',
  // MathJax 2
  '.MathJax_Display, .MJXc-display, .MathJax_SVG_Display, .MathJax, .MathJax_CHTML, .MathJax_SVG',
].join()

/** The LaTeX that a drawn formula keeps for programs; null when there is none. */
const sourceOf = (formula: Element) => {
  const inside = (selector: string) => (formula.matches(selector) ? formula : formula.querySelector(selector))
  const script = formula.nextElementSibling
  const source =
    inside('annotation[encoding="application/x-tex"]')?.textContent ??
    inside('math[alttext]')?.getAttribute('alttext') ??
    inside('img[class*="mwe-math"][alt]')?.getAttribute('alt') ??
    // MathJax 2
    (script?.matches('script[type^="math/tex"]') ? script.textContent : null) ??
    ''
  // Wikipedia's
  return (
    source
      .trim()
      .replace(/^\{\\(?:display|text)style (.*)\}$/s, '$1')
      .trim() || null
  )
}

const isDisplayed = (formula: Element) =>
  formula.matches(
    '.katex-display, .MathJax_Display, .MJXc-display, .MathJax_SVG_Display, [display="block"], [display="true"], [class*="fallback-image-display"]',
  ) || formula.querySelector('[display="block"], [class*="fallback-image-display"]') !== null

/** Code and the title of a fold-out are text alone. */
export const takesFormulas = (place: Element) => !place.closest('pre, summary')

/** A formula of the editor. */
export const formulaIn = (document: Document, latex: string, isBlock = false) => {
  const formula = document.createElement(isBlock ? 'div' : 'span')
  formula.setAttribute('data-type', isBlock ? 'block-math' : 'inline-math')
  formula.setAttribute('data-latex', latex)
  return formula
}

/**
 * Makes formulas of those that other pages draw, by their source; without it they are removed, since what is drawn reads
 * as other numbers: a half would be 12. Returns how many those were.
 */
export const drawnFormulas = (body: Element) => {
  let lost = 0
  // MathJax 2 shows it until the formula itself is drawn
  for (const preview of body.querySelectorAll('.MathJax_Preview')) preview.remove()
  for (const formula of body.querySelectorAll(drawn)) {
    if (!body.contains(formula) || formula.closest('[data-latex]')) continue
    const latex = sourceOf(formula)
    if (latex === null) {
      lost += 1
      formula.remove()
      continue
    }
    const line = formula.closest('p')
    const isAlone = line === null || line.textContent?.trim() === formula.textContent?.trim()
    const isBlock = isDisplayed(formula) && isAlone
    ;(isBlock && line ? line : formula).replaceWith(formulaIn(body.ownerDocument, latex, isBlock))
  }
  return lost
}

/** Leaves of the editor's formulas what a text may keep; the others become plain text. */
export const keptFormulas = (body: Element, hasFormulas: boolean) => {
  for (const formula of body.querySelectorAll('[data-latex]')) {
    const latex = formula.getAttribute('data-latex') ?? ''
    if (!hasFormulas || !takesFormulas(formula) || formulaFault(latex)) formula.replaceWith(`$${latex}$`)
    else formula.textContent = ''
  }
}
