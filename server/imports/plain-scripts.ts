import { plainScript } from '#contract/content/plain-scripts.ts'

/** The HTML without raised and lowered text, which the editor does not have: see `plainScript`. */
export const withPlainScripts = (html: string) =>
  html.replace(/<(sup|sub)(?:\s[^<>]*)?>([^<]{1,100})<\/\1>/g, (_, tag: 'sup' | 'sub', text: string) => {
    const script = plainScript(tag, text)
    if (script === null) return text
    return 'text' in script ? script.text : `<span data-type="inline-math" data-latex="${script.latex}"></span>`
  })
