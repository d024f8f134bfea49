import { Marked, type RendererThis, type Token, type TokenizerAndRendererExtension, type Tokens } from 'marked'
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

/** A note with its further lines, which are indented. */
const noteText = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n+(?: {2}|\t)[^\n]*)*)(?:\n|$)/
const noteMark = /^\[\^([^\]\s]{1,100})\](?!\()/

interface NoteToken extends Tokens.Generic {
  id: string
}

/** Footnotes, numbered where the text refers to them; `listed` is the list of them for its end. */
const footnotes = () => {
  const notes = new Map<string, Token[]>()
  /** In the order of their numbers, from 1. */
  const used: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? used.push(id)
    numbers.set(id, number)
    return number
  }
  const text: TokenizerAndRendererExtension = {
    name: 'noteText',
    level: 'block',
    start: (source) => source.match(/\n {0,3}\[\^[^\]\s]{1,100}\]:/)?.index,
    tokenizer(source) {
      const [raw, id, lines] = noteText.exec(source) ?? []
      if (raw === undefined || id === undefined || lines === undefined) return
      // one that repeats an id is a part of the text
      if (notes.has(id)) return { type: 'paragraph', raw, tokens: this.lexer.inline(raw) }
      const tokens = this.lexer.blockTokens(lines.replace(/^(?: {2,4}|\t)/gm, ''), [])
      notes.set(id, tokens)
      return { type: 'noteText', raw }
    },
    renderer: () => '',
  }
  const mark: TokenizerAndRendererExtension = {
    name: 'noteMark',
    level: 'inline',
    start: (source) => source.indexOf('[^'),
    tokenizer: (source) => {
      const [raw, id] = noteMark.exec(source) ?? []
      return raw && id ? { type: 'noteMark', raw, id } : undefined
    },
    renderer: (token) => {
      const { id, raw } = token as NoteToken
      return notes.has(id) ? `[${numberOf(id)}]` : escapeHtml(raw)
    },
  }
  const listed = (draw: (tokens: Token[]) => string) => {
    const items: string[] = []
    // a note may refer to another one
    const drawUsed = () => {
      while (items.length < used.length) items.push(`<li>${draw(notes.get(used[items.length] as string) ?? [])}</li>`)
    }
    drawUsed()
    // those that nothing refers to come last
    for (const id of notes.keys()) {
      numberOf(id)
      drawUsed()
    }
    return items.length > 0 ? `<h4>Сноски</h4><ol>${items.join('')}</ol>` : ''
  }
  return { extensions: [text, mark], listed }
}

/** Headings of a text begin at the second level: the first is the name of its lesson. */
const depthOf = (depth: number) => Math.min(4, Math.max(2, depth))

/** Turns Markdown (GFM, with formulas in dollars and footnotes) into HTML for the cleaning. */
export const markdownToHtml = (markdown: string, resolve: ResolveAddress) => {
  const notes = footnotes()
  const marked = new Marked({
    gfm: true,
    extensions: [
      ...notes.extensions,
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
        const first = tag === 'ol' && typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
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
      del(this: RendererThis, { tokens }: Tokens.Del) {
        return `<s>${this.parser.parseInline(tokens)}</s>`
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
  const text = marked.parse(markdown, { async: false })
  return text + notes.listed((tokens) => marked.parser(tokens))
}
