const raised = new Map([...'0123456789+-−=()ni'].map((sign, place) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][place]]))
const lowered = new Map([...'0123456789+-−=()'].map((sign, place) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][place]]))

/**
 * Raised and lowered letters as the editor can have them: x² and H₂O in characters of their own, anything longer as a
 * formula. Without this they would be ordinary letters, and x² would be x2.
 */
export const withPlainScripts = (html: string) =>
  html.replace(/<(sup|sub)(?:\s[^<>]*)?>([^<]{1,100})<\/\1>/g, (_, tag: 'sup' | 'sub', text: string) => {
    const signs = [...text].map((sign) => (tag === 'sup' ? raised : lowered).get(sign))
    if (signs.every(Boolean)) return signs.join('')
    const isPlain = /^[\p{L}\p{N} .,+=()−-]+$/u.test(text)
    return isPlain
      ? `<span data-type="inline-math" data-latex="{}${tag === 'sup' ? '^' : '_'}{\\text{${text}}}"></span>`
      : text
  })
