import { Parser } from 'htmlparser2'

/** What separates the blocks of a text, by tag; other tags separate nothing. */
const breaks: Record<string, string> = {
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre', 'table', 'figure', 'div', 'hr'].map(
      (tag) => [tag, '\n\n'],
    ),
  ),
  ...Object.fromEntries(['li', 'tr', 'figcaption', 'summary', 'br'].map((tag) => [tag, '\n'])),
}

/** Whether the reader of the text sees the address anyway. */
const showsAddress = (text: string, href: string) =>
  [href, href.replace(/^(https?:\/\/|mailto:|tel:)/, '')].includes(text)

interface List {
  ordered: boolean
  items: number
}

/**
 * The text of some HTML as a letter shows it: paragraphs, lines and list items stay apart, cells of a row have a bar
 * between them, a link has its address behind it. `origin` is put before addresses of the site itself. The rest is left
 * out where the text gets longer than `max` characters.
 */
export const textWithLines = (html: string, origin: string, max: number) => {
  let text = ''
  const lists: List[] = []
  const links: { href: string; start: number }[] = []
  /** Kept back until there is text, so that neither breaks nor blank lines add up. */
  let gap = ''
  /** The sign of a list item whose text has not begun. */
  let sign = ''
  let cells = 0
  let inCell = false
  /** Lines and spaces of code are kept as they are. */
  let inCode = false
  const widen = (wanted: string) => {
    if (wanted.length > gap.length || !gap.includes('\n')) gap = wanted
  }
  const write = (piece: string) => {
    const indent = inCode ? gap.slice(gap.lastIndexOf('\n') + 1) : ''
    text += (text === '' ? indent : gap) + sign + piece
    gap = ''
    sign = ''
    if (text.length > max) parser.pause()
  }
  const separate = (name: string) => {
    const wanted = breaks[name]
    if (wanted === undefined) return
    // a cell is one line, whatever is in it
    if (inCell) {
      gap ||= ' '
      return
    }
    // an item's own paragraphs, and a list within it
    widen(lists.length > 0 && name !== 'br' ? '\n' : wanted)
  }
  const parser = new Parser({
    onopentag: (name, { href, start, 'data-checked': checked, 'data-latex': formula }) => {
      separate(name)
      if (name === 'pre') inCode = true
      if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', items: Number(start ?? 1) - 1 })
      const list = lists.at(-1)
      if (name === 'li' && list) {
        list.items += 1
        const dot = checked === undefined ? '—' : checked === 'true' ? '[x]' : '[ ]'
        sign = `${'  '.repeat(lists.length - 1)}${list.ordered ? `${list.items}.` : dot} `
      }
      if (name === 'tr') cells = 0
      if (name === 'td' || name === 'th') {
        if (cells > 0) gap = ' | '
        cells += 1
        inCell = true
      }
      if (formula) write(formula)
      if (name === 'a') links.push({ href: href ?? '', start: text.length })
    },
    ontext: (piece) => {
      if (inCode && !inCell) {
        const code = piece.trimEnd()
        write(code)
        gap = piece.slice(code.length)
        return
      }
      const line = piece.replace(/\s+/g, ' ')
      if (line.trim() === '') {
        if (gap === '' && text !== '' && sign === '') gap = ' '
        return
      }
      if (line.startsWith(' ') && gap === '') gap = ' '
      write(line.trim())
      if (line.endsWith(' ')) gap = ' '
    },
    onclosetag: (name) => {
      const link = name === 'a' ? links.pop() : undefined
      if (link?.href && !link.href.startsWith('#')) {
        const href = link.href.startsWith('/') ? origin + link.href : link.href
        const shown = text.slice(link.start).replace(/^(\s|— )+/, '')
        const after = gap
        gap = ''
        if (shown === '') write(href)
        else if (!showsAddress(shown, href)) text += ` (${href.replace(/^(mailto|tel):/, '')})`
        gap = after
      }
      if (name === 'ul' || name === 'ol') lists.pop()
      if (name === 'td' || name === 'th') inCell = false
      if (name === 'pre') {
        inCode = false
        gap = ''
      }
      if (name !== 'br') separate(name)
    },
  })
  parser.end(html)
  return text
}
