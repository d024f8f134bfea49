import { Marked, type RendererThis, type Tokens } from 'marked'
import { escapeHtml } from '#server/content/escape-html.ts'

/** Where an address of a text leads: another address, or none. */
export type ResolveAddress = (address: string, kind: 'picture' | 'link') => { html: (text: string) => string } | null

const blockFormula = /^\$\$\s*([\s\S]+?)\s*\$\$(?:\n|$)/
const inlineFormula = /^\$(?![\s$])((?:\\.|[^$\\\n])*?[^\s$\\])\$(?!\d)/

interface FormulaToken extends Tokens.Generic {
  latex: string
}

const formula = (name: string, level: 'block' | 'inline', rule: RegExp, html: (latex: string) => string) => ({
  name,
  level,
  start: (source: string) => source.match(level === 'block' ? /^\$\$|\n\$\$/ : /\$/)?.index,
  tokenizer: (source: string) => {
    const [raw, latex] = rule.exec(source) ?? []
    return raw && latex ? { type: name, raw, latex } : undefined
  },
  renderer: (token: Tokens.Generic) => html((token as FormulaToken).latex),
})

/** Headings of a text begin at the second level: the first is the name of its lesson. */
const depthOf = (depth: number) => Math.min(4, Math.max(2, depth))

/** Turns Markdown (GFM, with formulas in dollars) into HTML for the cleaning. */
export const markdownToHtml = (markdown: string, resolve: ResolveAddress) => {
  const marked = new Marked({
    gfm: true,
    extensions: [
      formula(
        'blockFormula',
        'block',
        blockFormula,
        (latex) => `<div data-type="block-math" data-latex="${escapeHtml(latex)}"></div>\n`,
      ),
      formula(
        'inlineFormula',
        'inline',
        inlineFormula,
        (latex) => `<span data-type="inline-math" data-latex="${escapeHtml(latex)}"></span>`,
      ),
    ],
    renderer: {
      heading(this: RendererThis, { depth, tokens }: Tokens.Heading) {
        return `<h${depthOf(depth)}>${this.parser.parseInline(tokens)}</h${depthOf(depth)}>\n`
      },
      list(this: RendererThis, { ordered, start, items }: Tokens.List) {
        const isTasks = items.some(({ task }) => task)
        const tag = ordered && !isTasks ? 'ol' : 'ul'
        const first = tag === 'ol' && typeof start === 'number' && start > 1 ? ` start="${start}"` : ''
        const rows = items.map(({ tokens, task, checked, loose }) => {
          const content = this.parser.parse(tokens.filter(({ type }) => type !== 'checkbox')).trim()
          // a paragraph of its own in each item, as the editor has it
          const text =
            loose || /^<(p|ul|ol|pre|blockquote|table|h\d|div)/.test(content)
              ? content.replace(/^<p>\s+/, '<p>')
              : `<p>${content}</p>`
          return isTasks ? `<li data-checked="${task && checked ? 'true' : 'false'}">${text}</li>` : `<li>${text}</li>`
        })
        return `<${tag}${isTasks ? ' data-type="taskList"' : ''}${first}>${rows.join('')}</${tag}>\n`
      },
      image({ href, text }: Tokens.Image) {
        return resolve(href, 'picture')?.html(text) ?? escapeHtml(text)
      },
      link(this: RendererThis, { href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        return resolve(href, 'link')?.html(text) ?? text
      },
    },
  })
  return marked.parse(markdown, { async: false })
}
