import { useEffect, useMemo, useState } from 'react'
import { drawRichText } from '#web/content/draw-rich-text.ts'

type Draw = (html: string) => string

/** What draws code and formulas, as far as it is loaded; the server's entry loads all of it before it draws. */
export const drawing: { code: Draw | null; formulas: Draw | null } = { code: null, formulas: null }

// What is missing is asked before anything is awaited: another text of the page may be loading the same.

const prepareCode = async (html: string) => {
  const first = drawing.code === null
  const { drawCode, languagesIn, loadLanguages } = await import('#web/content/draw-code.ts')
  const loaded = await loadLanguages(languagesIn(html))
  drawing.code = drawCode
  return first || loaded.includes(true)
}

const prepareFormulas = async () => {
  const first = drawing.formulas === null
  const { withFormulas } = await import('#web/content/formulas.ts')
  drawing.formulas = withFormulas
  return first
}

/** Loads what this text needs to be drawn, and nothing else; whether anything new has come. */
const prepare = async (html: string) => {
  const came = await Promise.all([
    html.includes('<code class="language-') && prepareCode(html),
    html.includes('data-latex="') && prepareFormulas(),
  ])
  return came.includes(true)
}

const draw = (html: string) =>
  [drawing.code, drawing.formulas].reduce((drawn, step) => (step ? step(drawn) : drawn), drawRichText(html))

/**
 * A cleaned text as readers see it: at once with what is loaded, and again when the rest is. `isFinal` when nothing
 * more will be loaded, so that what is put into the text stays there.
 */
export const useDrawn = (html: string) => {
  const [turn, setTurn] = useState(0)
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    prepare(html)
      // without its bundle the text stays as it was written
      .catch(() => false)
      .then((came) => {
        if (left) return
        if (came) setTurn((before) => before + 1)
        setSettled(html)
      })
    return () => {
      left = true
    }
  }, [html])
  // biome-ignore lint/correctness/useExhaustiveDependencies: more can be drawn at each turn
  const drawn = useMemo(() => draw(html), [html, turn])
  return { drawn, isFinal: settled === html }
}
