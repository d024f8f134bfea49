const raised = new Map([...'0123456789+-−–=()ni'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ'][at]]))
const lowered = new Map([...'0123456789+-−–=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎'][at]]))

/**
 * Raised or lowered text as rich text can have it: x² and H₂O in characters of their own, anything longer as LaTeX.
 * As ordinary letters x² would be x2. Null for text that is no index, such as «[1]».
 */
export const plainScript = (tag: 'sup' | 'sub', text: string): { text: string } | { latex: string } | null => {
  const signs = [...text].map((sign) => (tag === 'sup' ? raised : lowered).get(sign))
  if (signs.every(Boolean)) return { text: signs.join('') }
  if (!/^[\p{L}\p{N} .,+=()/−–-]{1,100}$/u.test(text)) return null
  return { latex: `{}${tag === 'sup' ? '^' : '_'}{\\text{${text.replace(/[−–]/g, '-')}}}` }
}
