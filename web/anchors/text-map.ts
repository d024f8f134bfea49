/** A stretch of the plain text: a text node, or an element that counts as a whole. */
interface Piece {
  node: Text | Element
  start: number
  length: number
}

/** The plain text of an element, and where each part of it is. */
export interface TextMap {
  text: string
  pieces: Piece[]
}

const blocks = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE TABLE TBODY THEAD TR TD TH ASIDE DETAILS SUMMARY DIV HR FIGURE'.split(
    ' ',
  ),
)
/** Spaces between the elements of these are layout, not text. */
const frames = new Set('UL OL TABLE TBODY THEAD TR BLOCKQUOTE ASIDE DETAILS'.split(' '))

/** What readers get beside the text that was written: players, quizzes, check marks, the looks of a file's card. */
const isBeside = (element: Element) => element.matches('.film, video, [data-quiz], .check, .file-type, .file-size')

const isText = (node: Node): node is Text => node.nodeType === 3
const isElement = (node: Node): node is Element => node.nodeType === 1

/**
 * Reads the plain text of a written text, whether it is drawn for readers or as it was stored: both give the same. A
 * block begins on a new line; a formula is its source, and counts as a whole.
 */
export const readText = (root: Element): TextMap => {
  const pieces: Piece[] = []
  let text = ''
  let newLine = false
  const add = (node: Text | Element, added: string) => {
    if (newLine && text !== '' && !text.endsWith('\n')) text += '\n'
    newLine = false
    pieces.push({ node, start: text.length, length: added.length })
    text += added
  }
  const read = (node: Node) => {
    if (isText(node)) {
      const inFrame = node.parentNode === root || frames.has((node.parentNode as Element).tagName)
      if (node.data !== '' && !(inFrame && node.data.trim() === '')) add(node, node.data)
      return
    }
    if (!isElement(node) || isBeside(node)) return
    const latex = node.getAttribute('data-latex')
    const isBlock = blocks.has(node.tagName)
    newLine ||= isBlock
    if (latex !== null) add(node, latex)
    else if (node.tagName === 'BR') add(node, '\n')
    else for (const child of node.childNodes) read(child)
    newLine ||= isBlock
  }
  for (const child of root.childNodes) read(child)
  return { text, pieces }
}

const endOf = ({ start, length }: Piece) => start + length

/** The range of the document that has a stretch of the text; null when there is none. */
export const rangeAt = ({ text, pieces }: TextMap, start: number, end: number): Range | null => {
  if (start < 0 || start >= end || end > text.length) return null
  const first = pieces.find((piece) => endOf(piece) > start)
  const last = pieces.findLast((piece) => piece.start < end)
  if (!first || !last || first.start >= end || endOf(last) <= start) return null
  const range = document.createRange()
  if (isText(first.node)) range.setStart(first.node, Math.max(0, start - first.start))
  else range.setStartBefore(first.node)
  if (isText(last.node)) range.setEnd(last.node, Math.min(last.length, end - last.start))
  else range.setEndAfter(last.node)
  return range
}

const pointOf = (container: Node, offset: number) => {
  const point = document.createRange()
  point.setStart(container, offset)
  point.collapse(true)
  return point
}

/** Where a stretch of the text begins that begins at a point of the document. */
const startAt = ({ text, pieces }: TextMap, container: Node, offset: number) => {
  const point = pointOf(container, offset)
  for (const piece of pieces) {
    const { node, start, length } = piece
    if (node === container && isText(node)) return start + Math.min(offset, length)
    if (node.contains(container)) return start
    if (point.comparePoint(node, 0) >= 0) return start
  }
  return text.length
}

/** Where a stretch of the text ends that ends at a point of the document. */
const endAt = ({ pieces }: TextMap, container: Node, offset: number) => {
  const point = pointOf(container, offset)
  for (const piece of pieces.toReversed()) {
    const { node, start, length } = piece
    if (node === container && isText(node)) return start + Math.min(offset, length)
    if (node.contains(container)) return endOf(piece)
    if (point.comparePoint(node, isText(node) ? node.length : node.childNodes.length) <= 0) return endOf(piece)
  }
  return 0
}

/** Longest piece of text that a remark names, in characters. */
export const maxQuoteLength = 2000

/** Where a quote ends that may not be longer: never within a character, which would be found nowhere again. */
const quoteEnd = (text: string, start: number, end: number) => {
  const longest = start + maxQuoteLength
  if (end <= longest) return end
  return (text.codePointAt(longest - 1) ?? 0) > 0xffff ? longest - 1 : longest
}

/** The stretch of the text that a range covers, without spaces around it; null when it covers no text. */
export const stretchOf = (map: TextMap, range: Range): { start: number; end: number; quote: string } | null => {
  let start = startAt(map, range.startContainer, range.startOffset)
  let end = quoteEnd(map.text, start, endAt(map, range.endContainer, range.endOffset))
  while (start < end && /\s/.test(map.text[start] as string)) start += 1
  while (end > start && /\s/.test(map.text[end - 1] as string)) end -= 1
  return start < end ? { start, end, quote: map.text.slice(start, end) } : null
}

/** Where a quote is now: where it was, or the same text nearest to there; null when it is gone. */
export const findQuote = (text: string, { start, quote }: { start: number; quote: string }) => {
  if (!quote) return null
  let nearest: number | null = null
  if (text.startsWith(quote, start)) nearest = start
  else {
    for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
      if (nearest !== null && Math.abs(at - start) >= Math.abs(nearest - start)) break
      nearest = at
    }
  }
  return nearest === null ? null : { start: nearest, end: nearest + quote.length }
}

/** These mean something in a regular expression. */
const signs = /[\^$\\.*+?()[\]{}|/]/g

/** The first place of a quote that somebody has copied or typed, in any case of letters and with spaces of any kind. */
export const findTyped = (text: string, typed: string) => {
  const words = typed.trim().split(/\s+/)
  if (words[0] === '') return null
  const find = (flags: string) =>
    new RegExp(words.map((word) => word.replace(signs, '\\$&')).join('\\s+'), flags).exec(text)
  const match = find('u') ?? find('iu')
  if (!match) return null
  const [start, end] = [match.index, quoteEnd(text, match.index, match.index + match[0].length)]
  return { start, end, quote: text.slice(start, end) }
}
